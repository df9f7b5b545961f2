import { sql } from 'kysely'
import type { Store } from '../connect.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'dead'

/** Delivery attempt in the log. */
export interface DeliveryAttempt {
  readonly at: string
  readonly duration_ms: number
  /** Status of the response; null without one. */
  readonly status: number | null
  /** Error; null on success. */
  readonly error: string | null
  /** Start of the response, masked. */
  readonly snippet: string
}

/** Queued event for one receiver, with its history. */
export interface DeliveryRow {
  readonly id: string
  readonly tenantId: string
  readonly webhookId: string
  readonly event: string
  readonly body: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly createdAt: Date
  readonly queuedAt: Date
  readonly finishedAt: Date | null
  readonly log: readonly DeliveryAttempt[]
}

/** Event for one receiver. */
export interface NewDelivery {
  readonly id: string
  readonly tenantId: string
  readonly webhookId: string
  readonly event: string
  readonly body: string
}

/** Maximum number of rows per sweep statement, so that locks are short. */
const SWEEP_ROWS = 5_000

/**
 * Stores a delivery that its creator executes once. It counts as claimed, with all its attempts used.
 * @throws if the webhook was deleted
 */
export async function insertClaimedDelivery(
  store: Store,
  { id, tenantId, webhookId, event, body }: NewDelivery,
  { now, leaseEnd, attempts }: { now: Date; leaseEnd: Date; attempts: number },
): Promise<DeliveryRow> {
  const row = await store.db
    .insertInto('webhook_deliveries')
    .values({
      tenant_id: tenantId,
      webhook_id: webhookId,
      delivery_id: id,
      event,
      body,
      status: 'pending',
      attempts,
      next_attempt_at: leaseEnd,
      created_at: now,
      queued_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDelivery(row)
}

/** Returns deliveries of a tenant, newest first, optionally of one webhook or status. */
export async function listDeliveries(
  store: Store,
  tenantId: string,
  {
    webhookId,
    status,
    before,
    limit,
  }: {
    readonly webhookId?: string | undefined
    readonly status?: DeliveryStatus | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<readonly DeliveryRow[]> {
  let select = store.db.selectFrom('webhook_deliveries').selectAll().where('tenant_id', '=', tenantId)
  if (webhookId !== undefined) select = select.where('webhook_id', '=', webhookId)
  if (status !== undefined) select = select.where('status', '=', status)
  if (before !== undefined) select = select.where('delivery_id', '<', before)
  const rows = await select.orderBy('delivery_id', 'desc').limit(limit).execute()
  return rows.map((row) => toDelivery(row))
}

/** Returns one delivery of a tenant, optionally of one webhook. */
export async function readDelivery(
  store: Store,
  tenantId: string,
  { id, webhookId }: { readonly id: string; readonly webhookId?: string | undefined },
): Promise<DeliveryRow | undefined> {
  let select = store.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', id)
  if (webhookId !== undefined) select = select.where('webhook_id', '=', webhookId)
  const row = await select.executeTakeFirst()
  return row === undefined ? undefined : toDelivery(row)
}

/** Requeues a delivery with all its attempts available again. @returns undefined if it was deleted */
export async function requeueDelivery(
  store: Store,
  { tenantId, id }: Pick<DeliveryRow, 'tenantId' | 'id'>,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const row = await store.db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now, queued_at: now, finished_at: null })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toDelivery(row)
}

/** Deletes deliveries that ended before a time. @returns their number */
export async function sweepDeliveries(store: Store, before: Date): Promise<number> {
  let swept = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries WHERE finished_at < ${before} LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED))`.execute(
      store.db,
    )
    swept += Number(numAffectedRows)
    if (Number(numAffectedRows) < SWEEP_ROWS) return swept
  }
}

/** Row as returned by the driver. */
export interface WireDelivery {
  readonly tenant_id: string
  readonly webhook_id: string
  readonly delivery_id: string
  readonly event: string
  readonly body: string
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: Date
  readonly created_at: Date
  readonly queued_at: Date
  readonly finished_at: Date | null
  readonly log: unknown
}

export function toDelivery(row: WireDelivery): DeliveryRow {
  return {
    id: row.delivery_id,
    tenantId: row.tenant_id,
    webhookId: row.webhook_id,
    event: row.event,
    body: row.body,
    // A table constraint limits the status, and only attempts are written to the log.
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    queuedAt: row.queued_at,
    finishedAt: row.finished_at,
    log: row.log as readonly DeliveryAttempt[],
  }
}
