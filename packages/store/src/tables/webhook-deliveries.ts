import { sql } from 'kysely'
import type { Store } from '../connect.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'dead'

/** One attempt to deliver, as the log keeps it. */
export interface DeliveryAttempt {
  readonly at: string
  readonly duration_ms: number
  /** Status of the answer; null where there was none. */
  readonly status: number | null
  /** What went wrong; null where nothing did. */
  readonly error: string | null
  /** The beginning of the answer, masked. */
  readonly snippet: string
}

/** An event on its way to one receiver, or its history. */
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

/** An event for one receiver. */
export interface NewDelivery {
  readonly id: string
  readonly tenantId: string
  readonly webhookId: string
  readonly event: string
  readonly body: string
}

/** Rows that one statement of the sweep removes, so that none holds locks for long. */
const SWEEP_ROWS = 5_000

/**
 * Writes a delivery that its maker carries out itself, once: it counts as taken, with all its attempts used up.
 * @throws when the webhook is gone
 */
export async function insertTakenDelivery(
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

/** Deliveries of a tenant, newest first, of one webhook or status where they are given. */
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

/** One delivery of a tenant; of whichever webhook where none is given. */
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

/** Puts a delivery into the queue again, with all its attempts before it. @returns undefined when it is gone */
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

/** Forgets deliveries that were finished before a moment. @returns how many */
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

/** A row as the driver gives it. */
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
    // The table's check lets no other through, and only attempts are ever written into the log.
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    queuedAt: row.queued_at,
    finishedAt: row.finished_at,
    log: row.log as readonly DeliveryAttempt[],
  }
}
