import type { AdvisoryCoverage, GateResult, ScanStatus } from '@gatehouse/contracts/scans'
import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import type { FindingRow } from './findings.ts'
import { jsonb, storable } from './jsonb.ts'
import { BATCH_ROWS, batches, type KnownRow, readKnown } from './known-findings.ts'
import { type NewArtifact, nextArtifactVersion, replaceArtifacts } from './scan-artifacts.ts'
import { type Baseline, baselineOf, type Fingerprints, baselineFingerprints } from './scan-baseline.ts'
import { queueHostReport } from './host-reviews.ts'
import { setDueDates } from './sla-policies.ts'
import { resolveRetested } from './retest.ts'
import { queueScanNotices } from './scan-notices.ts'
import { keepInventory, type ScanPackages } from './scan-inventories.ts'
import {
  baseRoleOf,
  type BaseRole,
  noteSuppressions,
  suppressionStandings,
  type ObservedSuppression,
  type SuppressionStatus,
} from './suppressions.ts'
import { countOpen } from './apply-triage.ts'
import {
  carriedFindings,
  type ImportedTwin,
  ownTwins,
  reopenImported,
  resolveImported,
  type TwinPlace,
} from './imported-findings.ts'
import { importTool } from './scan-source.ts'
import { pausedStates, type ScannerStates, type ScanRow, shardProgress } from './scans.ts'

/** A finding in a settlement. */
export interface NewFinding extends Omit<FindingRow, 'id' | 'organizationId' | 'projectId' | 'scanId' | 'createdAt'> {
  readonly identity: string
}

export interface Settlement {
  /** In display order. */
  readonly findings: readonly NewFinding[]
  readonly status: 'COMPLETED' | 'FAILED' | 'STOPPED'
  readonly gateResult: GateResult
  readonly gateReasons: readonly string[]
  readonly errorMessage: string | null
  /** Whether missing findings are resolved: the scan was complete. */
  readonly isWhole: boolean
  /** Absent if packages were not scanned. */
  readonly packages?: ScanPackages
  /** Files that were not analysed. Their earlier findings are not resolved. */
  readonly unanalysed?: readonly string[]
  /** Advisory snapshot of the lookup; null: none. */
  readonly advisories: string | null
  /** Number and age of these advisories; default: none were used. */
  readonly advisoryCoverage?: AdvisoryCoverage | undefined
  /** Progress of scanners, including work outside of shards; default: progress of the shards. */
  readonly progress?: ScannerStates
  /** Suppressions in the source; absent if not searched. */
  readonly suppressions?: readonly ObservedSuppression[]
  /** Language of most of the source; absent if unknown. */
  readonly primaryLanguage?: string
  /** Documents from the findings; default: none. */
  readonly artifacts?: readonly NewArtifact[]
}

/** Input of the final step of a scan. */
export interface SettleInput {
  readonly known: (identities: readonly string[]) => Promise<readonly KnownRow[]>
  readonly baseline: Baseline | undefined
  /** Returns which of these fingerprints the baseline scans had. */
  readonly hadBefore: (fingerprints: readonly string[]) => Promise<Fingerprints>
  /** Returns the state of these suppressions, by key. */
  readonly standings: (keys: readonly string[]) => Promise<ReadonlyMap<string, SuppressionStatus>>
  /** Returns findings of other scanners and tools at these places. */
  readonly twins: (places: readonly TwinPlace[]) => Promise<readonly ImportedTwin[]>
  /** Returns open findings of the last import of the same tool that are not in this list. */
  readonly carried: (fingerprints: readonly string[]) => Promise<readonly NewFinding[]>
  /** Role of this scan for the base branch of its project. */
  readonly baseRole: BaseRole
  readonly progress: ScannerStates
  /** Version of the new documents: greater than 1 if the scan was stopped before and already has some. */
  readonly artifactVersion: number
}

/**
 * Replaces the findings of a scan and ends it, in one transaction, so that partial results are never visible. Concurrent scans of a
 * project are serialized.
 * @param decide must only access the database, because other scans of the project wait for it
 * @returns false if the worker no longer owns the scan; then nothing has changed
 */
export async function settleScan(
  store: Store,
  scan: ScanIds,
  worker: string,
  decide: (input: SettleInput) => Promise<Settlement>,
): Promise<boolean> {
  try {
    await store.db.transaction().execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${scan.projectId}, 0))`.execute(transaction)
      const input = await inputOf(transaction, scan)
      const { progress, artifactVersion } = input
      const settlement = await decide(input)
      await lockSettledBefore(transaction, scan)
      await reopenImported(transaction, scan, settlement.findings)
      const findings_bytes = await replaceFindings(transaction, scan, settlement.findings)
      await makeKnown(transaction, scan, settlement, progress)
      await setDueDates(transaction, scan)
      await resolveRetested(transaction, scan, settlement)
      if (settlement.suppressions !== undefined) {
        await noteSuppressions(transaction, scan, {
          seen: settlement.suppressions,
          role: input.baseRole,
          isWhole: settlement.isWhole && settlement.status === 'COMPLETED',
          scanners: Object.keys(settlement.progress ?? progress),
        })
      }
      if (settlement.primaryLanguage !== undefined && input.baseRole !== 'none') {
        const language = { primary_language: settlement.primaryLanguage }
        await transaction.updateTable('projects').set(language).where('id', '=', scan.projectId).execute()
      }
      if (settlement.packages !== undefined) await keepInventory(transaction, scan, settlement.packages)
      await replaceArtifacts(transaction, scan, artifactVersion, settlement.artifacts ?? [])
      await end(transaction, scan.id, worker, settlement, settlement.progress ?? progress)
      await noteResultBytes(transaction, scan.id, findings_bytes)
      if (settlement.status !== 'STOPPED') {
        const isFirst = input.baseline === undefined
        await queueScanNotices(transaction, scan, settlement, isFirst)
        await queueHostReport(transaction, scan, isFirst)
      }
    })
    return true
  } catch (error) {
    if (error === TOO_LATE) return false
    throw error
  }
}

/** Returns the current input of the final step without locks, so that it may still change. */
export function readSettleInput(store: Store, scan: ScanIds): Promise<SettleInput> {
  return inputOf(store.db, scan)
}

async function inputOf(db: Kysely<DB>, scan: ScanIds): Promise<SettleInput> {
  const baseline = await baselineOf(db, scan)
  return {
    baseline,
    progress: await progressOf(db, scan.id),
    artifactVersion: await nextArtifactVersion(db, scan.id),
    known: (identities) => readKnown(db, scan.projectId, identities),
    hadBefore: (fingerprints) => baselineFingerprints(db, scan.projectId, baseline, fingerprints),
    standings: (keys) => suppressionStandings(db, scan.projectId, keys),
    twins: (places) => ownTwins(db, scan, places),
    carried: (fingerprints) => carriedFindings(db, scan, fingerprints),
    baseRole: await baseRoleOf(db, scan),
  }
}

/**
 * Locks rows of an earlier result after the scan, like cancel and delete operations. A scan without results stays unlocked until the end,
 * which then detects a conflict.
 */
async function lockSettledBefore(
  db: Kysely<DB>,
  { id, organizationId }: Pick<ScanRow, 'id' | 'organizationId'>,
): Promise<void> {
  await sql`
    SELECT FROM scans WHERE id = ${id} AND organization_id = ${organizationId}
       AND (status = 'STOPPED' OR EXISTS (SELECT FROM findings WHERE scan_id = ${id})
            OR EXISTS (SELECT FROM scan_artifacts WHERE scan_id = ${id})
            OR EXISTS (SELECT FROM scan_inventories WHERE scan_id = ${id}))
       FOR NO KEY UPDATE`.execute(db)
}

/** Scanners without files have no shards, but are completed. */
async function progressOf(db: Kysely<DB>, scanId: string): Promise<ScannerStates> {
  const row = await db.selectFrom('scans').select(['progress', 'status']).where('id', '=', scanId).executeTakeFirst()
  if (row === undefined) return {}
  const planned = row.progress as ScannerStates
  return pausedStates({ ...planned, ...(await shardProgress(db, [scanId])).get(scanId) }, row.status as ScanStatus)
}

/** Rolls back the transaction. */
const TOO_LATE = new Error('another worker owns the scan')

type ScanIds = Pick<ScanRow, 'id' | 'organizationId' | 'projectId' | 'branch' | 'source'>

/**
 * Replaces the findings. A finding of an earlier run of the scan keeps its id.
 * @returns their size in UTF-16 units of their JSON
 */
async function replaceFindings(db: Kysely<DB>, scan: ScanIds, findings: readonly NewFinding[]): Promise<number> {
  const before = await db
    .deleteFrom('findings')
    .where('scan_id', '=', scan.id)
    .returning(['fingerprint', 'id'])
    .execute()
  await db.deleteFrom('finding_counts').where('scan_id', '=', scan.id).execute()
  const ids = new Map(before.map(({ fingerprint, id }) => [fingerprint, id]))
  let size = 0
  for (const [number, batch] of batches(findings).entries()) {
    const rows = batch.map((item, at) => ({
      ...item,
      id: ids.get(item.fingerprint) ?? uuidv7(),
      position: number * BATCH_ROWS + at,
    }))
    const text = jsonb(rows)
    size += text.length
    await sql`
      INSERT INTO findings (id, organization_id, project_id, scan_id, position, fingerprint, scanner, rule_id, severity,
             status, status_note, is_new, is_gap, title, file_path, start_line, end_line, cve_id, confidence, details)
      SELECT id, ${scan.organizationId}, ${scan.projectId}, ${scan.id}, position, fingerprint,
             scanner, "ruleId", severity, status, "statusNote", "isNew", "isGap", title, "filePath", "startLine", "endLine",
             "cveId", confidence, details
        FROM jsonb_to_recordset(${text}::jsonb) AS (
          id uuid, position int, fingerprint text, scanner text, "ruleId" text, severity text, status text,
          "statusNote" text, "isNew" boolean, "isGap" boolean, title text, "filePath" text, "startLine" int,
          "endLine" int, "cveId" text, confidence float8, details jsonb)`.execute(db)
  }
  await sql`
    INSERT INTO finding_counts (scan_id, organization_id, scanner, severity, status, count)
    SELECT scan_id, organization_id, scanner, severity, status, count(*) FROM findings
     WHERE scan_id = ${scan.id} GROUP BY 1, 2, 3, 4, 5`.execute(db)
  return size
}

/** Stores the approximate size of a scan's results: without indexes and database compression. */
async function noteResultBytes(db: Kysely<DB>, scanId: string, findings_bytes: number): Promise<void> {
  await sql`
    UPDATE scans SET result_bytes = ${findings_bytes}
             + coalesce((SELECT sum(octet_length(content)) FROM scan_artifacts WHERE scan_id = ${scanId}), 0)
             + coalesce((SELECT octet_length(inventory) FROM scan_inventories WHERE scan_id = ${scanId}), 0)
             + coalesce((SELECT octet_length(inventory) + coalesce(octet_length(changed), 0)
                           FROM scan_files WHERE scan_id = ${scanId}), 0)
     WHERE id = ${scanId}`.execute(db)
}

async function makeKnown(
  db: Kysely<DB>,
  scan: ScanIds,
  { findings, isWhole, status, unanalysed = [] }: Settlement,
  progress: ScannerStates,
): Promise<void> {
  const branch = sql`coalesce(${scan.branch}, (SELECT default_branch FROM projects WHERE id = ${scan.projectId}))`
  const importedBy = importTool(scan.source)
  for (const batch of batches(findings.filter(({ isGap }) => !isGap))) {
    const rows = batch.map(({ fingerprint, identity, scanner, severity, filePath, startLine }) => ({
      fingerprint,
      identity,
      scanner,
      severity,
      filePath,
      startLine,
    }))
    await sql`
      INSERT INTO known_findings AS known (project_id, fingerprint, organization_id, identity, scanner, severity, file_path,
             start_line, branch, first_seen_at, last_scan_id, imported_by)
      SELECT ${scan.projectId}, fingerprint, ${scan.organizationId}, identity, scanner, severity, "filePath", "startLine",
             ${branch}, now(), ${scan.id}, ${importedBy}
        FROM jsonb_to_recordset(${jsonb(rows)}::jsonb) AS (
          fingerprint text, identity text, scanner text, severity text, "filePath" text, "startLine" int)
      ON CONFLICT (project_id, fingerprint) DO UPDATE SET file_path = excluded.file_path, start_line = excluded.start_line,
             severity = excluded.severity, branch = excluded.branch, last_scan_id = excluded.last_scan_id,
             imported_by = excluded.imported_by,
             gone_at = CASE WHEN known.status = 'RESOLVED' THEN known.gone_at END
       WHERE known.imported_by IS NOT NULL OR excluded.imported_by IS NULL`.execute(db)
  }
  if (!isWhole || status !== 'COMPLETED') return
  if (scan.source.kind === 'import') return resolveImported(db, scan, scan.source)
  await sql`
    UPDATE known_findings SET gone_at = now()
     WHERE project_id = ${scan.projectId} AND branch = ${branch} AND scanner = ANY (${Object.keys(progress)})
       AND imported_by IS NULL
       AND last_scan_id <> ${scan.id} AND gone_at IS NULL AND NOT file_path = ANY (${[...unanalysed]})`.execute(db)
}

/** @throws {@link TOO_LATE} */
async function end(
  db: Kysely<DB>,
  scanId: string,
  worker: string,
  { status, gateResult, gateReasons, errorMessage, packages, advisories, advisoryCoverage }: Settlement,
  progress: ScannerStates,
): Promise<void> {
  const isOver = status !== 'STOPPED'
  const { numAffectedRows = 0n } = await sql`
    UPDATE scans SET status = ${status}, settled = true, worker = NULL, lease_until = NULL, attempts = 0,
           completed_at = CASE WHEN ${isOver} THEN now() ELSE completed_at END, progress = ${jsonb(progress)},
           gate_result = ${gateResult}, gate_reasons = ${jsonb(gateReasons)}, error_message = ${errorMessage === null ? null : storable(errorMessage)},
           deps_scanned = ${packages?.count ?? 0},
           advisories = CASE WHEN ${isOver} THEN ${advisories} ELSE advisories END,
           advisory_coverage = ${advisoryCoverage === undefined ? null : jsonb(advisoryCoverage)}
     WHERE id = ${scanId} AND worker = ${worker} AND status = ${isOver ? 'RUNNING' : 'STOPPED'}`.execute(db)
  if (numAffectedRows === 0n) throw TOO_LATE
  await countOpen(db, [scanId])
  if (isOver) await db.deleteFrom('scan_shards').where('scan_id', '=', scanId).execute()
}
