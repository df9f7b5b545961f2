import type { WebhookEvent } from '@gatehouse/contracts/guard'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, isoTime, uuidv7 } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import {
  attemptDelivery,
  type CourierParts,
  DELIVERY_ATTEMPTS_MAX,
  DELIVERY_LEASE_MS,
  resealInBackground,
  startDeliveryWorker,
} from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import type { DeliveryRow, NewDelivery } from '@gatehouse/store/deliveries'
import { listWebhooks, webhookQueue, type WebhookReceiver, type WebhookRow } from '@gatehouse/store/webhooks'
import { FRESH_MS, type Tenants } from '../tenants.ts'
import { webhookCourier } from './courier.ts'
import { createQueueWriter } from './queue-writer.ts'
import { createWebhookSecrets, type WebhookSecrets } from './secrets.ts'

export interface WebhookParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly egress: Egress
  readonly tenants: Pick<Tenants, 'snapshot'>
  readonly clock: Clock
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
  readonly log: Logger
  /** Random number from 0 to 1, for jitter. */
  readonly random?: () => number
  /** Polling interval of the queue. */
  readonly poll_ms?: number
}

/** Names and numbers about an event, never screened text or argument values. Decision 0008. */
export type EventData = Readonly<Record<string, unknown>>

/** Sends events to tenants' webhooks. */
export interface Webhooks {
  /**
   * Queues an event for every subscribed webhook of the tenant. Costs nothing without webhooks.
   * @returns undefined without a webhook; else resolves when the event is durable
   * @throws {Failure} `unavailable` without database
   */
  notify(tenantId: string, event: WebhookEvent, data: EventData): Promise<void> | undefined
  /** Reports changed webhooks of a tenant: this instance applies the change at once, and the others within a second. */
  changed(tenantId: string): void
  /** Sends a ping now. @returns the delivery after its only attempt */
  ping(tenantId: string, webhook: WebhookRow): Promise<DeliveryRow>
  /** Retries a delivery. @returns undefined if it was deleted */
  retry(delivery: DeliveryRow): Promise<DeliveryRow | undefined>
  readonly secrets: WebhookSecrets
  close(): Promise<void>
}

/** Maximum number of tenants with webhook changes in the last second, on one instance. */
const RECENT_MAX = 1_000

/** Event name of a ping. Webhooks cannot subscribe to it. */
const PING = 'ping'

/** Own limit: bytes of one event's data, a multiple of the usual size. */
const DATA_BYTES_MAX = 16 * 1_024

/** Creates a durable queue in the database. The workers of all instances process it. */
export function createWebhooks(parts: WebhookParts): Webhooks {
  const { store, keys, tenants, clock } = parts
  const secrets = createWebhookSecrets(store, keys, parts.log)
  const courier = webhookCourier({ ...parts, secrets, random: parts.random ?? Math.random })
  const worker = startDeliveryWorker(courier, parts.poll_ms)
  const write = createQueueWriter((deliveries) => webhookQueue.queue(store, deliveries, new Date(clock.now())))

  function told(tenantId: string, wanted: readonly Wanted[] | undefined, event: WebhookEvent, data: EventData) {
    if (wanted === undefined) return undefined
    const ids = wanted.filter(({ events }) => events.includes(event) || events.includes('*')).map(({ id }) => id)
    if (ids.length === 0) return undefined
    return write(ids.map((id) => newDelivery(tenantId, id, event, data, clock.now()))).then(() => worker.kick())
  }

  const recent = createRecentChanges(clock)
  const resealing = resealInBackground('secrets of webhooks', () => secrets.resealStale(), parts.log)

  return {
    changed: (tenantId) => recent.note(tenantId),
    notify(tenantId, event, data) {
      if (recent.has(tenantId)) {
        return listWebhooks(store, tenantId).then((rows) => told(tenantId, rows.filter(isEnabled), event, data))
      }
      const snapshot = tenants.snapshot(tenantId)
      if (!(snapshot instanceof Promise)) return told(tenantId, snapshot.webhooks, event, data)
      return snapshot.then(
        ({ webhooks }) => told(tenantId, webhooks, event, data),
        (thrown: unknown) => {
          // A tenant that was just deleted receives no events.
          if (!(thrown instanceof Failure && thrown.code === 'not_found')) throw thrown
        },
      )
    },
    ping: (tenantId, webhook) => sendPing(tenantId, webhook, courier),
    async retry(delivery) {
      const queued = await webhookQueue.requeue(store, delivery, new Date(clock.now()))
      worker.kick()
      return queued
    },
    secrets,
    async close() {
      await resealing.close()
      await worker.close()
    },
  }
}

/** Sends a ping immediately. It tests the current state, so that it is not retried. */
async function sendPing(
  tenantId: string,
  webhook: WebhookRow,
  courier: CourierParts<WebhookReceiver>,
): Promise<DeliveryRow> {
  const { store, clock } = courier
  const [now, leaseEnd] = [new Date(clock.now()), new Date(clock.now() + DELIVERY_LEASE_MS)]
  const delivery = newDelivery(tenantId, webhook.id, PING, { webhook_id: webhook.id }, clock.now())
  const deliveryRow = await webhookQueue.insertClaimed(store, delivery, {
    now,
    leaseEnd,
    attempts: DELIVERY_ATTEMPTS_MAX,
  })
  // A disabled webhook can be tested.
  await attemptDelivery(
    { ...deliveryRow, receiver: { ...webhook, enabled: true } },
    courier,
    AbortSignal.timeout(DELIVERY_LEASE_MS),
  )
  return (await webhookQueue.read(store, tenantId, { id: delivery.id })) ?? deliveryRow
}

/** Tracks tenants whose snapshots may be older than their webhooks. */
function createRecentChanges(clock: Clock): { note(tenantId: string): void; has(tenantId: string): boolean } {
  const changedAt_ms = new Map<string, number>()
  return {
    note(tenantId) {
      changedAt_ms.delete(tenantId)
      changedAt_ms.set(tenantId, clock.now())
      if (changedAt_ms.size > RECENT_MAX) changedAt_ms.delete(changedAt_ms.keys().next().value!)
    },
    has(tenantId) {
      if (changedAt_ms.size === 0) return false
      const at_ms = changedAt_ms.get(tenantId)
      if (at_ms === undefined) return false
      if (clock.now() - at_ms < 2 * FRESH_MS) return true
      changedAt_ms.delete(tenantId)
      return false
    },
  }
}

function isEnabled({ enabled }: WebhookRow): boolean {
  return enabled
}

type Wanted = { readonly id: string; readonly events: readonly string[] }

/** Creates a delivery with its signed body. All attempts send the same bytes. */
function newDelivery(tenantId: string, webhookId: string, event: string, data: EventData, now_ms: number): NewDelivery {
  const id = uuidv7(now_ms)
  const head = { id, event, tenant_id: tenantId, created_at: isoTime(now_ms) }
  const whole = JSON.stringify({ ...head, data })
  const isBounded = Buffer.byteLength(whole) <= DATA_BYTES_MAX
  return {
    id,
    tenantId,
    receiverId: webhookId,
    event,
    body: isBounded ? whole : JSON.stringify({ ...head, data: { truncated: true } }),
  }
}
