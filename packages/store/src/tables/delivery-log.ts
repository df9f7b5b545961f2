import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import { type DeliveryQueue, type Names, toDelivery, type WireDelivery } from './delivery-rows.ts'

/** Maximum number of rows per sweep statement, so that locks are short. */
const SWEEP_ROWS = 5_000

/** Log of a queue: its deliveries as their owners see them. */
export function log({
  deliveries,
  tenant,
  receiver,
  columns,
}: Names): Pick<DeliveryQueue<unknown>, 'insertClaimed' | 'list' | 'read' | 'requeue' | 'sweep'> {
  return {
    async insertClaimed(store, { id, tenantId, receiverId, event, body }, { now, leaseEnd, attempts }) {
      const { rows } = await sql<WireDelivery>`
        INSERT INTO ${deliveries} AS d
               (${tenant}, ${receiver}, delivery_id, event, body, status, attempts, next_attempt_at, created_at, queued_at)
        VALUES (${tenantId}, ${receiverId}, ${id}, ${event}, ${body}, 'pending', ${attempts}, ${leaseEnd}, ${now}, ${now})
        RETURNING ${columns}`.execute(store.db)
      return toDelivery(rows[0]!)
    },
    async list(store, tenantId, { receiverId, status, before, limit }) {
      const { rows } = await sql<WireDelivery>`
        SELECT ${columns} FROM ${deliveries} d
         WHERE d.${tenant} = ${tenantId}
           ${receiverId === undefined ? sql`` : sql`AND d.${receiver} = ${receiverId}`}
           ${status === undefined ? sql`` : sql`AND d.status = ${status}`}
           ${before === undefined ? sql`` : sql`AND d.delivery_id < ${before}`}
         ORDER BY d.delivery_id DESC LIMIT ${limit}`.execute(store.db)
      return rows.map(toDelivery)
    },
    async read(store, tenantId, { id, receiverId }) {
      const { rows } = await sql<WireDelivery>`
        SELECT ${columns} FROM ${deliveries} d WHERE d.${tenant} = ${tenantId} AND d.delivery_id = ${id}
           ${receiverId === undefined ? sql`` : sql`AND d.${receiver} = ${receiverId}`}`.execute(store.db)
      return rows[0] && toDelivery(rows[0])
    },
    async requeue(store, { tenantId, id }, now) {
      const { rows } = await sql<WireDelivery>`
        UPDATE ${deliveries} AS d
           SET status = 'pending', attempts = 0, next_attempt_at = ${now}, queued_at = ${now}, finished_at = NULL
         WHERE d.${tenant} = ${tenantId} AND d.delivery_id = ${id} RETURNING ${columns}`.execute(store.db)
      return rows[0] && toDelivery(rows[0])
    },
    async sweep(store: Store, before: Date): Promise<number> {
      let swept = 0
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          DELETE FROM ${deliveries} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${deliveries} WHERE finished_at < ${before} LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED))`.execute(
          store.db,
        )
        swept += Number(numAffectedRows)
        if (Number(numAffectedRows) < SWEEP_ROWS) return swept
      }
    },
  }
}
