import { Failure } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { IS_DEFAULT_BRANCH } from './branches.ts'
import { insertScanWithin, type ScanQuota } from './scan-room.ts'
import type { NewScan, ScanRow } from './scans.ts'

/** The packages of a scan. */
export interface ScanPackages {
  /** Packed. */
  readonly inventory: Buffer
  readonly count: number
  /** {@link matchVersion} of the advisories used; null without advisories, or for a service without snapshots. */
  readonly matchedWith: string | null
}

/**
 * Returns the mark of advisories that is stored with matched packages. Marks sort as text by import time, so that a machine with older
 * advisories never overwrites newer results.
 * @param importedAt in ISO 8601
 */
export function matchVersion({ importedAt, id }: { readonly importedAt: string; readonly id: string }): string {
  return `${importedAt} ${id}`
}

/** Stores the packages of a scan and replaces earlier ones. */
export async function keepInventory(
  db: Kysely<DB>,
  { id, organizationId, projectId }: Pick<ScanRow, 'id' | 'organizationId' | 'projectId'>,
  { inventory, matchedWith }: ScanPackages,
): Promise<void> {
  const values = { inventory, matched_with: matchedWith }
  await db
    .insertInto('scan_inventories')
    .values({ scan_id: id, organization_id: organizationId, project_id: projectId, ...values })
    .onConflict((on) => on.column('scan_id').doUpdateSet(values))
    .execute()
}

/** Returns the compressed packages of a scan; undefined when none were searched. */
export async function readScanInventory(
  store: Store,
  { id, organizationId }: Pick<ScanRow, 'id' | 'organizationId'>,
): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('scan_inventories')
    .select('inventory')
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', id)
    .executeTakeFirst()
  return row?.inventory
}

/** Returns the last scan of a project with packages, preferably of its default branch; undefined without one. */
export async function lastScanWithPackages(
  store: Store,
  organizationId: string,
  projectId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT scans.id FROM scan_inventories AS packages JOIN scans ON scans.id = packages.scan_id
           JOIN projects ON projects.id = scans.project_id
     WHERE packages.organization_id = ${organizationId} AND packages.project_id = ${projectId}
       AND scans.status = 'COMPLETED'
     ORDER BY (${IS_DEFAULT_BRANCH}) DESC, scans.completed_at DESC
     LIMIT 1`.execute(store.db)
  return rows[0]?.id
}

/**
 * Queues a scan of the packages of another scan. The packages are copied, because the other scan may be deleted.
 * @throws {Failure} `conflict` if that scan has none; like `checkRoom`
 */
export function insertInventoryScan(
  store: Pick<Store, 'db'>,
  scan: NewScan,
  from: string,
  scanQuota: ScanQuota,
): Promise<void> {
  return insertScanWithin(store, scan, scanQuota, (transaction) => copyInventory(transaction, scan, from))
}

/** Queues a scan of new packages. @throws {Failure} like `insertScanWithin` */
export function insertPackageScan(
  store: Pick<Store, 'db'>,
  scan: NewScan,
  packages: Pick<ScanPackages, 'inventory'>,
  scanQuota: ScanQuota,
): Promise<void> {
  return insertScanWithin(store, scan, scanQuota, (transaction) =>
    keepInventory(transaction, scan, { inventory: packages.inventory, count: 0, matchedWith: null }),
  )
}

/** @throws {Failure} `conflict` */
export async function copyInventory(
  db: Kysely<DB>,
  { id, organizationId, projectId }: Pick<NewScan, 'id' | 'organizationId' | 'projectId'>,
  from: string,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO scan_inventories (scan_id, organization_id, project_id, inventory)
    SELECT ${id}, organization_id, project_id, inventory FROM scan_inventories
     WHERE scan_id = ${from} AND organization_id = ${organizationId} AND project_id = ${projectId}`.execute(db)
  if (numAffectedRows === 0n) {
    throw new Failure('conflict', 'The stored packages of this scan were deleted. Scan the source again.')
  }
}
