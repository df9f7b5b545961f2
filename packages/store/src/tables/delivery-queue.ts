import { sql } from 'kysely'
import { log } from './delivery-log.ts'
import type { DeliveryQueue, QueueTables } from './delivery-rows.ts'
import { adding, claiming, results } from './delivery-work.ts'

/** Creates the queue over two tables with the same columns as `webhooks` and `webhook_deliveries`. */
export function deliveryQueue<Receiver extends object>(tables: QueueTables): DeliveryQueue<Receiver> {
  const [tenant, receiver] = [sql.ref(tables.tenant), sql.ref(tables.receiver)]
  const names = {
    deliveries: sql.table(tables.deliveries),
    receivers: sql.table(tables.receivers),
    tenant,
    receiver,
    key: sql.ref(tables.key),
    type: sql.raw(tables.tenantType),
    columns: sql`d.${tenant} AS tenant_id, d.${receiver} AS receiver_id, d.delivery_id, d.event, d.body, d.status,
      d.attempts, d.next_attempt_at, d.created_at, d.queued_at, d.finished_at, d.log`,
    claimed: tables.claimed,
  }
  return { ...adding(names), ...claiming<Receiver>(names), ...results(names), ...log(names) }
}
