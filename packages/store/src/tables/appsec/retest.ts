import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'
import type { Store } from '../../connect.ts'
import { applyTriage } from './apply-triage.ts'
import { copyInventory } from './scan-inventories.ts'
import { insertScanWithin, type ScanQuota } from './scan-room.ts'
import type { NewScan, ScanRow } from './scans.ts'

/** Queues a scan that resolves the finding if it is gone. @throws {Failure} like `insertScanWithin` */
export function insertRetest(
  store: Store,
  scan: NewScan,
  { fingerprint, packagesOf }: { readonly fingerprint: string; readonly packagesOf?: string | undefined },
  room: ScanQuota,
): Promise<void> {
  return insertScanWithin(store, scan, room, async (transaction) => {
    await sql`
      UPDATE scans SET retest_fingerprint = ${fingerprint}
       WHERE id = ${scan.id} AND organization_id = ${scan.organizationId}`.execute(transaction)
    if (packagesOf !== undefined) await copyInventory(transaction, scan, packagesOf)
  })
}

interface Ended {
  readonly status: string
  readonly isWhole: boolean
  readonly findings: readonly { readonly fingerprint: string; readonly isGap: boolean }[]
  readonly unanalysed?: readonly string[]
}

/** Resolves the finding of a retest if the whole source was scanned without it. */
export async function resolveRetested(
  db: Kysely<DB>,
  { id, organizationId, projectId }: Pick<ScanRow, 'id' | 'organizationId' | 'projectId'>,
  { status, isWhole, findings, unanalysed = [] }: Ended,
): Promise<void> {
  if (status !== 'COMPLETED' || !isWhole) return
  const { rows } = await sql<{ fingerprint: string }>`
    SELECT known.fingerprint FROM scans JOIN known_findings AS known
           ON known.project_id = scans.project_id AND known.fingerprint = scans.retest_fingerprint
     WHERE scans.id = ${id} AND scans.organization_id = ${organizationId} AND known.status IN ('OPEN', 'IN_PROGRESS')
       AND NOT known.file_path = ANY (${[...unanalysed]})`.execute(db)
  const [row] = rows
  if (row === undefined || findings.some((item) => !item.isGap && item.fingerprint === row.fingerprint)) return
  const note = `The retest in scan ${id} did not find it.`
  await applyTriage(db, { organizationId, projectId, fingerprints: [row.fingerprint], status: 'RESOLVED', note })
}
