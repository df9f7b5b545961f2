import type { Kysely } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'

/** Webhook delivery that queued a scan of a project. */
export interface InboundDelivery {
  readonly organizationId: string
  readonly projectId: string
  /** Identifies the delivery or its content. */
  readonly key: string
  readonly scanId: string
}

/** Returns the delivery of a project with this key. */
export async function findInboundDelivery(
  store: Store,
  { organizationId, projectId, key }: Omit<InboundDelivery, 'scanId'>,
): Promise<InboundDelivery | undefined> {
  const row = await store.db
    .selectFrom('inbound_deliveries')
    .select('scan_id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined ? undefined : { organizationId, projectId, key, scanId: row.scan_id }
}

/** Records a delivery. Waits for a concurrent one. @returns false if its key is already recorded */
export async function noteInboundDelivery(
  db: Kysely<DB>,
  { organizationId, projectId, key, scanId }: InboundDelivery,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('inbound_deliveries')
    .values({ organization_id: organizationId, project_id: projectId, key, scan_id: scanId })
    .onConflict((on) => on.columns(['project_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Deletes the deliveries of all organizations that are older than a time. */
export async function forgetOldInboundDeliveries(store: Store, before: Date): Promise<void> {
  await store.db.deleteFrom('inbound_deliveries').where('received_at', '<', before).execute()
}
