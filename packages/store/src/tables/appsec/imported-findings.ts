import type { FindingStatus } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'
import type { Store } from '../../connect.ts'
import { applyTriage } from './apply-triage.ts'
import { BRANCH, isOfBranch } from './branches.ts'
import { storable } from './jsonb.ts'
import { batches } from './known-findings.ts'
import { insertScanWithin, type ScanQuota } from './scan-room.ts'
import type { NewFinding } from './scan-settle.ts'
import { type ImportSource, importTool } from './scan-source.ts'
import type { NewScan, ScanRow } from './scans.ts'

/** Own limit of compared findings per batch. */
const TWINS_MAX = 20_000

/** Result of one scanner in an import. */
export interface ImportPart {
  readonly scanner: string
  readonly findings: number
  /** Compressed observations. */
  readonly result: Buffer
}

/** Queues the merging of a report. @throws {Failure} like `insertScanWithin` */
export function insertImport(
  store: Store,
  scan: NewScan,
  parts: readonly ImportPart[],
  room: ScanQuota,
): Promise<void> {
  return insertScanWithin(store, scan, room, async (transaction) => {
    await sql`UPDATE scans SET planned = true WHERE id = ${scan.id}`.execute(transaction)
    const rows = parts.map(({ scanner, findings, result }) => ({
      scan_id: scan.id,
      organization_id: scan.organizationId,
      scanner,
      shard_id: 'import',
      status: 'COMPLETED',
      files: 1,
      files_done: 1,
      findings,
      result,
    }))
    await transaction.insertInto('scan_shards').values(rows).execute()
  })
}

/** Returns the last import of the tool if it had the same report and the same settings. */
export async function findSameImport(
  store: Store,
  { organizationId, projectId, branch }: Pick<ScanRow, 'organizationId' | 'projectId' | 'branch'>,
  { tool, sha256, format, isComplete }: ImportSource,
): Promise<{ readonly id: string } | undefined> {
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    SELECT scans.id, (scans.source ->> 'sha256' = ${sha256} AND scans.source ->> 'format' = ${format}
                      AND scans.source ->> 'isComplete' = ${String(isComplete)}) AS "isSame"
      FROM scans JOIN projects ON projects.id = scans.project_id
     WHERE scans.organization_id = ${organizationId} AND scans.project_id = ${projectId}
       AND scans.source ->> 'kind' = 'import' AND scans.source ->> 'tool' = ${tool} AND ${isOfBranch(branch)}
       AND scans.status IN ('QUEUED', 'RUNNING', 'COMPLETED')
     ORDER BY scans.created_at DESC, scans.id DESC LIMIT 1`.execute(store.db)
  return rows[0]?.isSame === true ? rows[0] : undefined
}

/** Place of an imported finding. */
export interface TwinPlace {
  readonly filePath: string
  readonly cveId: string | null
}

/** Finding that the project already has from another scanner or tool. */
export interface ImportedTwin {
  readonly fingerprint: string
  readonly identity: string
  readonly status: FindingStatus
  readonly statusNote: string | null
  readonly ruleId: string
  readonly cveId: string | null
  readonly cweId: string | null
  readonly package: string | null
  readonly filePath: string
  readonly startLine: number
  readonly endLine: number
}

type ScanIds = Pick<ScanRow, 'id' | 'organizationId' | 'projectId' | 'branch' | 'source'>

/** Returns present findings of other scanners and tools in these files, or with these CVEs. */
export async function ownTwins(
  db: Kysely<DB>,
  { organizationId, projectId, source }: ScanIds,
  places: readonly TwinPlace[],
): Promise<readonly ImportedTwin[]> {
  const paths = [...new Set(places.map(({ filePath }) => filePath).filter((path) => path !== ''))]
  const cves = [...new Set(places.flatMap(({ cveId }) => cveId ?? []))]
  const twins = new Map<string, ImportedTwin>()
  for (const [column, values] of [
    [sql`file_path`, paths],
    [sql`cve_id`, cves],
  ] as const) {
    for (const batch of batches(values)) {
      const { rows } = await sql<ImportedTwin>`
        SELECT known.fingerprint, known.identity, known.status, known.status_note AS "statusNote", f.rule_id AS "ruleId",
               f.cve_id AS "cveId", f.details ->> 'cweId' AS "cweId", f.details #>> '{metadata,package}' AS package,
               f.file_path AS "filePath", f.start_line AS "startLine", f.end_line AS "endLine"
          FROM findings AS f JOIN known_findings AS known
               ON known.project_id = f.project_id AND known.fingerprint = f.fingerprint AND known.last_scan_id = f.scan_id
         WHERE f.organization_id = ${organizationId} AND f.project_id = ${projectId} AND NOT f.is_gap
           AND known.gone_at IS NULL AND known.imported_by IS DISTINCT FROM ${importTool(source)}
           AND f.${column} = ANY (${batch}) LIMIT ${TWINS_MAX}`.execute(db)
      for (const row of rows) twins.set(row.fingerprint, row)
    }
  }
  return [...twins.values()]
}

/** Opens findings again that an earlier import resolved and this one contains. */
export async function reopenImported(
  db: Kysely<DB>,
  { organizationId, projectId, source }: ScanIds,
  findings: readonly Pick<NewFinding, 'fingerprint'>[],
): Promise<void> {
  if (source.kind !== 'import') return
  const fingerprints: string[] = []
  for (const batch of batches(findings.map((item) => item.fingerprint))) {
    const { rows } = await sql<{ fingerprint: string }>`
      SELECT fingerprint FROM known_findings
       WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND import_resolved
         AND fingerprint = ANY (${batch})`.execute(db)
    for (const row of rows) fingerprints.push(row.fingerprint)
  }
  await applyTriage(db, { organizationId, projectId, fingerprints, status: 'OPEN', note: null })
}

/** Resolves open findings of the tool on the branch that its complete report no longer contains. */
export async function resolveImported(
  db: Kysely<DB>,
  { id, organizationId, projectId, branch }: ScanIds,
  { tool, name }: ImportSource,
): Promise<void> {
  const { rows } = await sql<{ fingerprint: string }>`
    SELECT fingerprint FROM known_findings
     WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND imported_by = ${tool}
       AND branch = coalesce(${branch}, (SELECT default_branch FROM projects WHERE id = ${projectId}))
       AND last_scan_id <> ${id} AND status IN ('OPEN', 'IN_PROGRESS')`.execute(db)
  const fingerprints = rows.map(({ fingerprint }) => fingerprint)
  const note = storable(`Not in the complete report ${name} of ${tool}.`)
  await applyTriage(db, { organizationId, projectId, fingerprints, status: 'RESOLVED', note })
  await sql`
    UPDATE known_findings SET import_resolved = true
     WHERE organization_id = ${organizationId} AND project_id = ${projectId}
       AND fingerprint = ANY (${fingerprints})`.execute(db)
}

/** Returns findings of the last import of the tool on the branch that are not resolved and not in this list. */
export async function carriedFindings(
  db: Kysely<DB>,
  { id, organizationId, projectId, branch, source }: ScanIds,
  fingerprints: readonly string[],
): Promise<readonly NewFinding[]> {
  const tool = importTool(source)
  if (tool === null) return []
  const { rows } = await sql<NewFinding>`
    SELECT f.fingerprint, known.identity, f.scanner, f.rule_id AS "ruleId", f.severity, known.status,
           known.status_note AS "statusNote", false AS "isNew", false AS "isGap", f.title, f.file_path AS "filePath",
           f.start_line AS "startLine", f.end_line AS "endLine", f.cve_id AS "cveId", f.confidence, f.details
      FROM findings AS f JOIN known_findings AS known
           ON known.project_id = f.project_id AND known.fingerprint = f.fingerprint
     WHERE f.organization_id = ${organizationId} AND NOT f.is_gap AND known.status <> 'RESOLVED'
       AND NOT f.fingerprint = ANY (${[...fingerprints]})
       AND f.scan_id = (
         SELECT scans.id FROM scans JOIN projects ON projects.id = scans.project_id
          WHERE scans.project_id = ${projectId} AND scans.status = 'COMPLETED' AND scans.id <> ${id}
            AND scans.source ->> 'kind' = 'import' AND scans.source ->> 'tool' = ${tool}
            AND ${BRANCH} = coalesce(${branch}, projects.default_branch)
          ORDER BY scans.created_at DESC, scans.id DESC LIMIT 1)
     ORDER BY f.position`.execute(db)
  return rows
}
