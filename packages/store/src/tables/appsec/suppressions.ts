import type { FindingSeverity, ScannerName } from '@gatehouse/contracts/scans'
import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { jsonb } from './jsonb.ts'
import { isUuid } from './owned.ts'
import type { ScanSource } from './scan-source.ts'
import type { ScanRow } from './scans.ts'

/** Own limit; further suppressions of a source are ignored. */
export const SUPPRESSIONS_MAX = 20_000
const BATCH_ROWS = 1_000

export type SuppressionDecision = 'ACCEPTED' | 'REJECTED'

/** Suppression found by a scan. */
export interface ObservedSuppression {
  /** Fingerprint of the finding, or key of a line of an ignore file. */
  readonly key: string
  readonly kind: 'COMMENT' | 'IGNORE_FILE'
  readonly marker: string
  readonly scanner: ScannerName | null
  readonly filePath: string
  readonly startLine: number
  readonly ruleId: string | null
  readonly severity: FindingSeverity | null
  readonly title: string
  readonly reason: string | null
}

/** Properties that decide whether a suppression counts. */
export interface SuppressionStatus {
  readonly onBase: boolean
  readonly decision: SuppressionDecision | null
}

export interface SuppressionRow extends ObservedSuppression, SuppressionStatus {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly note: string | null
  readonly firstSeenAt: Date
  readonly lastScanId: string
}

/**
 * What a scan proves about the base branch of its project.
 * - `base`: the service cloned the repository of the project at the head of its default branch: the base branch has the scanned content.
 * - `next`: an upload for the default branch by a member who may accept suppressions: the base of the next scan.
 * - `claimed`: any other source that claims to be the default branch. It proves nothing.
 * - `none`: another branch, another repository or a stored inventory.
 */
export type BaseRole = 'base' | 'next' | 'claimed' | 'none'

/**
 * Returns the role of a scan. Only the roles `base` and `next` make suppressions count; see docs/decisions/0096. A project with a scan of
 * its repository accepts no upload as its base.
 */
export async function baseRoleOf(
  db: Kysely<DB>,
  scan: Pick<ScanRow, 'projectId' | 'branch' | 'source'>,
): Promise<BaseRole> {
  const project = await db
    .selectFrom('projects')
    .select(['repo_url', 'default_branch'])
    .where('id', '=', scan.projectId)
    .executeTakeFirst()
  if (project === undefined || (scan.branch !== null && scan.branch !== project.default_branch)) return 'none'
  const { source } = scan
  if (source.kind === 'git') return isHeadOf(source, project.repo_url) ? 'base' : 'none'
  if (source.kind === 'inventory' || source.kind === 'import') return 'none'
  if (source.kind !== 'upload' || source.byApprover !== true) return 'claimed'
  const { rows } = await sql`
    SELECT 1 FROM scans WHERE project_id = ${scan.projectId} AND status = 'COMPLETED' AND source->>'kind' = 'git'
       AND source->>'atHead' = 'true' AND branch = ${project.default_branch} LIMIT 1`.execute(db)
  return rows.length === 0 ? 'next' : 'claimed'
}

function isHeadOf(source: ScanSource & { readonly kind: 'git' }, repoUrl: string | null): boolean {
  return source.atHead === true && repoUrl !== null && bareUrl(source.url) === bareUrl(repoUrl)
}

function bareUrl(url: string): string {
  return url.replace(/\/$/, '').replace(/\.git$/, '')
}

/** Returns the state of suppressions, by key. */
export async function suppressionStandings(
  db: Kysely<DB>,
  projectId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SuppressionStatus>> {
  const found = new Map<string, SuppressionStatus>()
  for (let at = 0; at < keys.length; at += BATCH_ROWS) {
    const batch = keys.slice(at, at + BATCH_ROWS)
    const { rows } = await sql<SuppressionStatus & { key: string }>`
      SELECT key, on_base AS "onBase", decision FROM suppressions
       WHERE project_id = ${projectId} AND key = ANY (${batch})`.execute(db)
    for (const { key, onBase, decision } of rows) found.set(key, { onBase, decision })
  }
  return found
}

/** Returns keys of ignore file lines that count, or for a scan of the base branch those that do not. */
export async function readIgnoreKeys(
  store: Store,
  scan: Pick<ScanRow, 'projectId' | 'branch' | 'source'>,
): Promise<{ readonly only: readonly string[] } | { readonly except: readonly string[] }> {
  const isBase = (await baseRoleOf(store.db, scan)) === 'base'
  const wanted = isBase ? sql`decision = 'REJECTED'` : sql`decision = 'ACCEPTED' OR (on_base AND decision IS NULL)`
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM suppressions WHERE project_id = ${scan.projectId} AND kind = 'IGNORE_FILE' AND (${wanted})
     LIMIT ${SUPPRESSIONS_MAX}`.execute(store.db)
  const keys = rows.map(({ key }) => key)
  return isBase ? { except: keys } : { only: keys }
}

/** Suppressions found by a scan. */
export interface SuppressionChange {
  readonly seen: readonly ObservedSuppression[]
  readonly role: BaseRole
  /** Whether missing suppressions were removed: the scan is complete. */
  readonly isWhole: boolean
  /** Scanners that ran. */
  readonly scanners: readonly string[]
}

/** Stores the suppressions of a scan, within the transaction of its final step. */
export async function noteSuppressions(
  db: Kysely<DB>,
  scan: Pick<ScanRow, 'id' | 'organizationId' | 'projectId'>,
  { seen, role, isWhole, scanners }: SuppressionChange,
): Promise<void> {
  const isBase = (role === 'base' || role === 'next') && isWhole
  const all = seen.slice(0, SUPPRESSIONS_MAX)
  for (let at = 0; at < all.length; at += BATCH_ROWS) {
    const rows = all.slice(at, at + BATCH_ROWS).map((item) => ({ ...item, id: uuidv7() }))
    await sql`
      INSERT INTO suppressions AS known (id, organization_id, project_id, key, kind, marker, scanner, file_path, start_line,
             rule_id, severity, title, reason, on_base, last_scan_id)
      SELECT id, ${scan.organizationId}, ${scan.projectId}, key, kind, marker, scanner, "filePath", "startLine", "ruleId",
             severity, title, reason, ${isBase}, ${scan.id}
        FROM jsonb_to_recordset(${jsonb(rows)}::jsonb) AS (
          id uuid, key text, kind text, marker text, scanner text, "filePath" text, "startLine" int, "ruleId" text,
          severity text, title text, reason text)
      ON CONFLICT (project_id, key) DO UPDATE SET file_path = excluded.file_path, start_line = excluded.start_line,
             severity = excluded.severity, title = excluded.title, reason = excluded.reason, marker = excluded.marker,
             on_base = known.on_base OR excluded.on_base, last_scan_id = excluded.last_scan_id`.execute(db)
  }
  if (!isBase) return
  await sql`
    UPDATE suppressions SET on_base = false
     WHERE project_id = ${scan.projectId} AND on_base AND last_scan_id <> ${scan.id}
       AND (scanner = ANY (${[...scanners]})
            OR (kind = 'IGNORE_FILE' AND ${scanners.some((scanner) => READERS_OF_LISTS.has(scanner))}))`.execute(db)
}

/** Scanners that respect ignore files. */
export const READERS_OF_LISTS: ReadonlySet<string> = new Set(['SAST_PATTERN', 'IAC', 'K8S'])

const COLUMNS = sql`id, organization_id AS "organizationId", project_id AS "projectId", key, kind, marker, scanner,
  file_path AS "filePath", start_line AS "startLine", rule_id AS "ruleId", severity, title, reason, on_base AS "onBase",
  decision, decided_by AS "decidedBy", decided_at AS "decidedAt", note, first_seen_at AS "firstSeenAt",
  last_scan_id AS "lastScanId"`

/** A page of the suppressions of a project, newest first. */
export async function listSuppressions(
  store: Store,
  projectId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly suppressions: readonly SuppressionRow[]; readonly total: number }> {
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM suppressions WHERE project_id = ${projectId}`.execute(store.db)
  const { rows } = await sql<SuppressionRow>`
    SELECT ${COLUMNS} FROM suppressions WHERE project_id = ${projectId}
     ORDER BY first_seen_at DESC, id DESC OFFSET ${(page - 1) * limit} LIMIT ${limit}`.execute(store.db)
  return { suppressions: rows, total: counted[0]!.total }
}

/** Stores an approver's decision; null revokes it. @returns undefined when the project has no such suppression */
export async function decideSuppression(
  store: Store,
  projectId: string,
  id: string,
  change: { readonly decision: SuppressionDecision | null; readonly note: string | null; readonly by: string },
): Promise<SuppressionRow | undefined> {
  if (!isUuid(id)) return undefined
  const { decision, note, by } = change
  const { rows } = await sql<SuppressionRow>`
    UPDATE suppressions SET decision = ${decision}, note = ${note},
           decided_by = ${decision === null ? null : by},
           decided_at = CASE WHEN ${decision !== null} THEN now() END
     WHERE project_id = ${projectId} AND id = ${id} RETURNING ${COLUMNS}`.execute(store.db)
  return rows[0]
}
