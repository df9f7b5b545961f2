import type { ScannerName } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'
import { IS_DEFAULT_BRANCH, isOfBranch } from './branches.ts'
import { importTool } from './scan-source.ts'
import type { ScanRow } from './scans.ts'

/** Fingerprints per statement. */
const BATCH_ROWS = 1_000

/** Baseline scans of `failOnNew`: the last run of each scanner. */
export interface Baseline {
  /** Id of the first baseline scan, for gate records. */
  readonly id: string
  readonly scanOf: ReadonlyMap<ScannerName, string>
}

/** Fingerprints by scan. */
export type Fingerprints = ReadonlyMap<string, ReadonlySet<string>>

/**
 * docs/spec/appsec.md "Details": of the same branch, else of the default branch, else of the project. Determined per scanner, so that a
 * package scan does not change which secrets are new. Imports are compared with imports of the same tool. Incremental scans do not report removed findings and cannot be a baseline.
 */
export async function baselineOf(
  db: Kysely<DB>,
  { id, projectId, branch, source }: Pick<ScanRow, 'id' | 'projectId' | 'branch' | 'source'>,
): Promise<Baseline | undefined> {
  const { rows } = await sql<{ scanner: ScannerName; id: string }>`
    SELECT scanner, id FROM (
      SELECT DISTINCT ON (scanner) scanner, scans.id, completed_at,
             ${isOfBranch(branch)} AS is_same, ${IS_DEFAULT_BRANCH} AS is_default
        FROM scans JOIN projects ON projects.id = scans.project_id
             CROSS JOIN LATERAL jsonb_object_keys(scans.progress) AS scanner
       WHERE scans.project_id = ${projectId} AND scans.id <> ${id} AND scans.status = 'COMPLETED'
         AND scans.scan_type <> 'INCREMENTAL' AND coalesce(scans.source ->> 'tool', '') = ${importTool(source) ?? ''}
       ORDER BY scanner, is_same DESC, is_default DESC, completed_at DESC) AS last
     ORDER BY is_same DESC, is_default DESC, completed_at DESC`.execute(db)
  const [first] = rows
  return first && { id: first.id, scanOf: new Map(rows.map(({ scanner, id: scanId }) => [scanner, scanId])) }
}

/** Returns which of these fingerprints the baseline scans had. */
export async function baselineFingerprints(
  db: Kysely<DB>,
  projectId: string,
  baseline: Baseline | undefined,
  fingerprints: readonly string[],
): Promise<Fingerprints> {
  const had = new Map<string, Set<string>>()
  if (baseline === undefined) return had
  const scanIds = [...new Set(baseline.scanOf.values())]
  for (let at = 0; at < fingerprints.length; at += BATCH_ROWS) {
    const { rows } = await sql<{ scanId: string; fingerprint: string }>`
      SELECT scan_id AS "scanId", fingerprint FROM findings
       WHERE project_id = ${projectId} AND fingerprint = ANY (${fingerprints.slice(at, at + BATCH_ROWS)})
         AND scan_id = ANY (${scanIds})`.execute(db)
    for (const { scanId, fingerprint } of rows) {
      const of = had.get(scanId)
      if (of === undefined) had.set(scanId, new Set([fingerprint]))
      else of.add(fingerprint)
    }
  }
  return had
}
