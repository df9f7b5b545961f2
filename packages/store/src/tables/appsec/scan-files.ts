import type { ScannerName } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { IS_DEFAULT_BRANCH, isOfBranch } from './branches.ts'
import type { ScanRow } from './scans.ts'

/** The files of a scan. */
export interface LookedAt {
  /** Compressed digests by path. */
  readonly inventory: Buffer
  /** Compressed list of scanned paths; default: all. */
  readonly changed?: Buffer
}

/** Stores the files of a scan, and which of them are scanned. */
export async function keepScanFiles(
  db: Kysely<DB>,
  organizationId: string,
  scanId: string,
  { inventory, changed }: LookedAt,
): Promise<void> {
  const values = { inventory, changed: changed ?? null }
  await db
    .insertInto('scan_files')
    .values({ scan_id: scanId, organization_id: organizationId, ...values })
    .onConflict((on) => on.column('scan_id').doUpdateSet(values))
    .execute()
}

/**
 * Returns the compressed file list of the last complete scan of the branch, else of the default branch, else of the project, in which a
 * scanner ran; undefined without one. Scans of stored inventories have none.
 */
export async function readBaseInventory(
  store: Store,
  { id, projectId, branch, organizationId }: Pick<ScanRow, 'id' | 'projectId' | 'branch' | 'organizationId'>,
  scanner: ScannerName,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ inventory: Buffer }>`
    SELECT files.inventory
      FROM scan_files AS files JOIN scans ON scans.id = files.scan_id JOIN projects ON projects.id = scans.project_id
     WHERE files.organization_id = ${organizationId} AND scans.project_id = ${projectId} AND scans.id <> ${id}
       AND scans.status = 'COMPLETED' AND scans.scan_type <> 'INCREMENTAL'
       AND jsonb_exists(scans.progress, ${scanner})
     ORDER BY (${isOfBranch(branch)}) DESC, (${IS_DEFAULT_BRANCH}) DESC, completed_at DESC
     LIMIT 1`.execute(store.db)
  return rows[0]?.inventory
}

/** Returns the files of a scan, and which of them are scanned; undefined without files. */
export async function readScanFiles(
  store: Store,
  { id, organizationId }: Pick<ScanRow, 'id' | 'organizationId'>,
): Promise<LookedAt | undefined> {
  const row = await store.db
    .selectFrom('scan_files')
    .select(['inventory', 'changed'])
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', id)
    .executeTakeFirst()
  return row && { inventory: row.inventory, ...(row.changed !== null && { changed: row.changed }) }
}
