import type { Kysely } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { baselineOf } from './scan-settle.ts'
import type { ScanRow } from './scans.ts'

/** Writes down which files a scan has, and which of them it looks at. */
export async function keepScanFiles(
  db: Kysely<DB>,
  organizationId: string,
  scanId: string,
  { inventory, changed }: { readonly inventory: Buffer; readonly changed?: Buffer },
): Promise<void> {
  const values = { inventory, changed: changed ?? null }
  await db
    .insertInto('scan_files')
    .values({ scan_id: scanId, organization_id: organizationId, ...values })
    .onConflict((on) => on.column('scan_id').doUpdateSet(values))
    .execute()
}

/** The files, packed, of the scan that this one is compared with; undefined where there is none. */
export async function readBaseInventory(
  store: Store,
  scan: Pick<ScanRow, 'id' | 'projectId' | 'branch' | 'organizationId'>,
): Promise<Buffer | undefined> {
  const base = await baselineOf(store.db, scan)
  if (base === undefined) return undefined
  const row = await store.db
    .selectFrom('scan_files')
    .select('inventory')
    .where('organization_id', '=', scan.organizationId)
    .where('scan_id', '=', base.id)
    .executeTakeFirst()
  return row?.inventory
}

/** The paths, packed, that a scan looks at; undefined: all. */
export async function readChangedFiles(
  store: Store,
  { id, organizationId }: Pick<ScanRow, 'id' | 'organizationId'>,
): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('scan_files')
    .select('changed')
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', id)
    .executeTakeFirst()
  return row?.changed ?? undefined
}
