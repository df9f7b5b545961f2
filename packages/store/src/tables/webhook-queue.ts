import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import {
  type DeliveryAttempt,
  type DeliveryRow,
  type DeliveryStatus,
  type NewDelivery,
  toDelivery,
  type WireDelivery,
} from './webhook-deliveries.ts'

/** Delivery that a worker has claimed, with the data for its execution. */
export interface ClaimedDelivery extends DeliveryRow {
  readonly webhook: { readonly url: string; readonly secret: Buffer; readonly enabled: boolean }
}

/** Maximum number of waiting deliveries per tenant; further events are dropped and counted. */
export const BACKLOG_MAX = 10_000

/** Number of deliveries that are examined per claim. */
const CLAIM_LOOK = 500
/** Maximum number of claimed deliveries per receiver and tenant, so that slow receivers do not delay others. */
export const CLAIM_PER_WEBHOOK = 4
export const CLAIM_PER_TENANT = 12

/**
 * Queues events durably in one statement. Events above the tenant's limit are dropped and counted; events for a deleted or disabled
 * webhook are dropped.
 */
export async function queueDeliveries(
  store: Store,
  deliveries: readonly NewDelivery[],
  now: Date,
  backlog_max: number = BACKLOG_MAX,
): Promise<void> {
  const rows = deliveries.map(({ id, tenantId, webhookId, event, body }) => ({
    tenant_id: tenantId,
    webhook_id: webhookId,
    delivery_id: id,
    event,
    body,
  }))
  await sql`
    WITH wanted AS (
      SELECT n.*, row_number() OVER (PARTITION BY n.tenant_id ORDER BY n.delivery_id) AS nth
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             AS n (tenant_id text, webhook_id uuid, delivery_id uuid, event text, body text)
        JOIN webhooks w ON w.tenant_id = n.tenant_id AND w.webhook_id = n.webhook_id AND w.enabled
    ), room AS (
      SELECT t.tenant_id, ${backlog_max} - (
               SELECT count(*) FROM (
                 SELECT FROM webhook_deliveries d
                  WHERE d.tenant_id = t.tenant_id AND d.status = 'pending' LIMIT ${backlog_max}) held) AS free
        FROM (SELECT DISTINCT tenant_id FROM wanted) t
    ), kept AS (
      INSERT INTO webhook_deliveries
             (tenant_id, webhook_id, delivery_id, event, body, status, next_attempt_at, created_at, queued_at)
      SELECT tenant_id, webhook_id, delivery_id, event, body, 'pending', ${now}, ${now}, ${now}
        FROM wanted JOIN room USING (tenant_id) WHERE nth <= free
    ), lost AS (
      SELECT tenant_id, webhook_id, count(*) AS events
        FROM wanted JOIN room USING (tenant_id) WHERE nth > free GROUP BY tenant_id, webhook_id
    )
    UPDATE webhooks w SET dropped = w.dropped + lost.events
      FROM lost WHERE w.tenant_id = lost.tenant_id AND w.webhook_id = lost.webhook_id`.execute(store.db)
}

/**
 * Claims due deliveries. Each delivery has one owner before `leaseEnd`; deliveries of a crashed worker are available to others afterwards.
 * @param busy webhooks and tenants to skip
 */
export async function claimDeliveries(
  store: Store,
  {
    limit,
    now,
    leaseEnd,
    busy,
  }: { limit: number; now: Date; leaseEnd: Date; busy: { webhooks: readonly string[]; tenants: readonly string[] } },
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<WireDelivery & { url: string; secret: Buffer; enabled: boolean }>`
    WITH due AS (
      SELECT tenant_id, delivery_id, next_attempt_at,
             row_number() OVER (PARTITION BY tenant_id, webhook_id ORDER BY next_attempt_at, delivery_id) AS nth,
             row_number() OVER (PARTITION BY tenant_id ORDER BY next_attempt_at, delivery_id) AS nth_of_tenant
        FROM (SELECT tenant_id, webhook_id, delivery_id, next_attempt_at FROM webhook_deliveries
               WHERE status = 'pending' AND next_attempt_at <= ${now}
                 AND webhook_id <> ALL (${busy.webhooks}::uuid[]) AND tenant_id <> ALL (${busy.tenants}::text[])
               ORDER BY next_attempt_at LIMIT ${CLAIM_LOOK}) oldest
    ), picked AS (
      SELECT d.tenant_id, d.webhook_id, d.delivery_id
        FROM webhook_deliveries d JOIN due USING (tenant_id, delivery_id)
       WHERE due.nth <= ${CLAIM_PER_WEBHOOK} AND due.nth_of_tenant <= ${CLAIM_PER_TENANT}
         AND d.status = 'pending' AND d.next_attempt_at <= ${now}
       ORDER BY due.nth, due.next_attempt_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = ${leaseEnd}
      FROM picked p
      JOIN webhooks w ON w.tenant_id = p.tenant_id AND w.webhook_id = p.webhook_id
      JOIN tenants t ON t.id = p.tenant_id
     WHERE d.tenant_id = p.tenant_id AND d.delivery_id = p.delivery_id
    RETURNING d.*, w.url, w.secret, (w.enabled AND t.deleted_at IS NULL) AS enabled`.execute(store.db)
  return rows.map(({ url, secret, enabled, ...row }) => ({ ...toDelivery(row), webhook: { url, secret, enabled } }))
}

/** Result of an attempt. */
export interface DeliveryOutcome {
  readonly status: DeliveryStatus
  /** Time of the next attempt of a pending delivery. */
  readonly nextAttemptAt: Date
  readonly finishedAt: Date | null
  readonly log: readonly DeliveryAttempt[]
}

/** Stores the result of an attempt, unless another worker has claimed the delivery since. */
export async function finishDelivery(
  store: Store,
  { tenantId, id, attempts }: Pick<DeliveryRow, 'tenantId' | 'id' | 'attempts'>,
  { status, nextAttemptAt, finishedAt, log }: DeliveryOutcome,
): Promise<void> {
  await store.db
    .updateTable('webhook_deliveries')
    .set({ status, next_attempt_at: nextAttemptAt, finished_at: finishedAt, log: JSON.stringify(log) })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .execute()
}

/** Records a successful delivery. Pending deliveries that earlier failures delayed become due. */
export async function noteReceived(store: Store, tenantId: string, webhookId: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await sql`
    UPDATE webhook_deliveries SET next_attempt_at = ${now} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM webhook_deliveries
       WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} AND status = 'pending'
         AND attempts = 0 AND next_attempt_at > ${now} FOR UPDATE SKIP LOCKED))`.execute(store.db)
}

/**
 * Records a failure of a receiver, and delays its waiting untried deliveries.
 * @param until default: no delay
 * @returns start of the failure period
 */
export async function noteFailing(
  store: Store,
  tenantId: string,
  webhookId: string,
  { now, until }: { now: Date; until: Date | undefined },
): Promise<Date> {
  const { rows } = await sql<{ failing_since: Date }>`
    UPDATE webhooks SET failing_since = coalesce(failing_since, ${now})
     WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} RETURNING failing_since`.execute(store.db)
  if (until !== undefined) {
    // Rows that are locked by other transactions are skipped, which prevents deadlocks.
    await sql`
      UPDATE webhook_deliveries SET next_attempt_at = ${until} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries
         WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} AND status = 'pending'
           AND attempts = 0 AND next_attempt_at < ${until} FOR UPDATE SKIP LOCKED))`.execute(store.db)
  }
  return rows[0]?.failing_since ?? now
}
