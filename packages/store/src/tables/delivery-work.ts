import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import { type DeliveryQueue, type Names, toDelivery, type WireDelivery } from './delivery-rows.ts'

/** Maximum number of waiting deliveries per tenant; further events are dropped and counted. */
export const BACKLOG_MAX = 10_000

/** Number of deliveries that are examined per claim. */
const CLAIM_LOOK = 500
/** Maximum number of claimed deliveries per receiver and tenant, so that slow receivers do not delay others. */
export const CLAIM_PER_RECEIVER = 4
export const CLAIM_PER_TENANT = 12

/** Adding of events to a queue. */
export function adding({
  deliveries,
  receivers,
  tenant,
  receiver,
  key,
  type,
}: Names): Pick<DeliveryQueue<unknown>, 'queue'> {
  return {
    async queue(store, added, now, backlog_max = BACKLOG_MAX) {
      const rows = added.map(({ id, tenantId, receiverId, event, body }) => ({
        tenant_id: tenantId,
        receiver_id: receiverId,
        delivery_id: id,
        event,
        body,
      }))
      await sql`
        WITH wanted AS (
          SELECT n.*, row_number() OVER (PARTITION BY n.tenant_id ORDER BY n.delivery_id) AS nth
            FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                 AS n (tenant_id ${type}, receiver_id uuid, delivery_id uuid, event text, body text)
            JOIN ${receivers} w ON w.${tenant} = n.tenant_id AND w.${key} = n.receiver_id AND w.enabled
        ), room AS (
          SELECT t.tenant_id, ${backlog_max} - (
                   SELECT count(*) FROM (
                     SELECT FROM ${deliveries} d
                      WHERE d.${tenant} = t.tenant_id AND d.status = 'pending' LIMIT ${backlog_max}) held) AS free
            FROM (SELECT DISTINCT tenant_id FROM wanted) t
        ), kept AS (
          INSERT INTO ${deliveries}
                 (${tenant}, ${receiver}, delivery_id, event, body, status, next_attempt_at, created_at, queued_at)
          SELECT tenant_id, receiver_id, delivery_id, event, body, 'pending', ${now}, ${now}, ${now}
            FROM wanted JOIN room USING (tenant_id) WHERE nth <= free
        ), lost AS (
          SELECT tenant_id, receiver_id, count(*) AS events
            FROM wanted JOIN room USING (tenant_id) WHERE nth > free GROUP BY tenant_id, receiver_id
        )
        UPDATE ${receivers} w SET dropped = w.dropped + lost.events
          FROM lost WHERE w.${tenant} = lost.tenant_id AND w.${key} = lost.receiver_id`.execute(store.db)
    },
  }
}

/** Claiming of deliveries by workers. */
export function claiming<Receiver extends object>({
  deliveries,
  receivers,
  tenant,
  receiver,
  key,
  type,
  columns,
  claimed,
}: Names): Pick<DeliveryQueue<Receiver>, 'claim'> {
  return {
    async claim(store, { limit, now, leaseEnd, busy }) {
      const { rows } = await sql<WireDelivery & Receiver>`
        WITH due AS (
          SELECT tenant_id, delivery_id, next_attempt_at,
                 row_number() OVER (PARTITION BY tenant_id, receiver_id ORDER BY next_attempt_at, delivery_id) AS nth,
                 row_number() OVER (PARTITION BY tenant_id ORDER BY next_attempt_at, delivery_id) AS nth_of_tenant
            FROM (SELECT ${tenant} AS tenant_id, ${receiver} AS receiver_id, delivery_id, next_attempt_at FROM ${deliveries}
                   WHERE status = 'pending' AND next_attempt_at <= ${now}
                     AND ${receiver} <> ALL (${busy.receivers}::uuid[]) AND ${tenant} <> ALL (${busy.tenants}::${type}[])
                   ORDER BY next_attempt_at LIMIT ${CLAIM_LOOK}) oldest
        ), picked AS (
          SELECT d.${tenant} AS tenant_id, d.${receiver} AS receiver_id, d.delivery_id
            FROM ${deliveries} d JOIN due ON due.tenant_id = d.${tenant} AND due.delivery_id = d.delivery_id
           WHERE due.nth <= ${CLAIM_PER_RECEIVER} AND due.nth_of_tenant <= ${CLAIM_PER_TENANT}
             AND d.status = 'pending' AND d.next_attempt_at <= ${now}
           ORDER BY due.nth, due.next_attempt_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
        )
        UPDATE ${deliveries} d SET attempts = d.attempts + 1, next_attempt_at = ${leaseEnd}
          FROM picked p JOIN ${receivers} w ON w.${tenant} = p.tenant_id AND w.${key} = p.receiver_id
         WHERE d.${tenant} = p.tenant_id AND d.delivery_id = p.delivery_id
        RETURNING ${columns}, ${claimed}`.execute(store.db)
      return rows.map((row) => ({ ...toDelivery(row), receiver: row }))
    },
  }
}

/** Results of attempts. */
export function results({
  deliveries,
  receivers,
  tenant,
  receiver,
  key,
}: Names): Pick<DeliveryQueue<unknown>, 'finish' | 'noteReceived' | 'noteFailing'> {
  return {
    async finish(store, { tenantId, id, attempts }, { status, nextAttemptAt, finishedAt, log }) {
      await sql`
        UPDATE ${deliveries} SET status = ${status}, next_attempt_at = ${nextAttemptAt}, finished_at = ${finishedAt},
               log = ${JSON.stringify(log)}::jsonb
         WHERE ${tenant} = ${tenantId} AND delivery_id = ${id} AND status = 'pending' AND attempts = ${attempts}`.execute(
        store.db,
      )
    },
    async noteReceived(store: Store, tenantId: string, receiverId: string, now: Date): Promise<void> {
      const { numAffectedRows = 0n } = await sql`
        UPDATE ${receivers} SET failing_since = NULL
         WHERE ${tenant} = ${tenantId} AND ${key} = ${receiverId} AND failing_since IS NOT NULL`.execute(store.db)
      if (numAffectedRows === 0n) return
      await sql`
        UPDATE ${deliveries} SET next_attempt_at = ${now} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${deliveries}
           WHERE ${tenant} = ${tenantId} AND ${receiver} = ${receiverId} AND status = 'pending'
             AND attempts = 0 AND next_attempt_at > ${now} FOR UPDATE SKIP LOCKED))`.execute(store.db)
    },
    async noteFailing(store, tenantId, receiverId, { now, until }) {
      const { rows } = await sql<{ failing_since: Date }>`
        UPDATE ${receivers} SET failing_since = coalesce(failing_since, ${now})
         WHERE ${tenant} = ${tenantId} AND ${key} = ${receiverId} RETURNING failing_since`.execute(store.db)
      if (until !== undefined) {
        // Rows that are locked by other transactions are skipped, which prevents deadlocks.
        await sql`
          UPDATE ${deliveries} SET next_attempt_at = ${until} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${deliveries}
             WHERE ${tenant} = ${tenantId} AND ${receiver} = ${receiverId} AND status = 'pending'
               AND attempts = 0 AND next_attempt_at < ${until} FOR UPDATE SKIP LOCKED))`.execute(store.db)
      }
      return rows[0]?.failing_since ?? now
    },
  }
}
