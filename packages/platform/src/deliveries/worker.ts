import { CLAIM_PER_RECEIVER, CLAIM_PER_TENANT, type ClaimedDelivery } from '@gatehouse/store/deliveries'
import { attemptDelivery, type CourierParts } from './courier.ts'
import { ATTEMPT_TIMEOUT_MS } from './receiver-response.ts'

/** Own limit: concurrent deliveries of one process. Each mostly waits for the network. */
const CONCURRENCY = 64
/** Own limit: polling interval for retries and for deliveries of other instances. */
const POLL_MS = 1_000
/** Duration of a claim. An unfinished claim then belongs to a crashed worker. */
export const DELIVERY_LEASE_MS = ATTEMPT_TIMEOUT_MS + 20_000
/** Own limits: retention of the delivery log, and the interval of its cleanup. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
const SWEEP_MS = 60 * 60 * 1_000
/** Own limit: time that a shutdown waits for calls in progress. */
const DRAIN_MS = 3_000

/** Delivers queued events. Any number of workers share one queue. */
export interface DeliveryWorker {
  /** Polls the queue now. */
  kick(): void
  /** Waits briefly for calls in progress, then aborts the rest. Other workers retry them. */
  close(): Promise<void>
}

/** Starts a worker; it polls the queue every `poll_ms`, and when `kick` is called. */
export function startDeliveryWorker<Receiver>(
  parts: CourierParts<Receiver>,
  poll_ms: number = POLL_MS,
): DeliveryWorker {
  const { store, queue, clock, log } = parts
  const calls = createCalls(parts, () => kick())
  let closed = false
  let looking: Promise<void> | undefined
  let isRepeated = false
  let isDown = false
  let swept_ms = clock.now()

  async function look(): Promise<void> {
    do {
      isRepeated = false
      const limit = CONCURRENCY - calls.count()
      if (closed || limit <= 0) return
      const now_ms = clock.now()
      const times = { now: new Date(now_ms), leaseEnd: new Date(now_ms + DELIVERY_LEASE_MS) }
      const claimed = await queue.claim(store, { limit, ...times, busy: calls.busy() })
      for (const delivery of claimed) calls.start(delivery)
      // After a non-empty batch, more may be queued.
      isRepeated ||= claimed.length > 0
    } while (isRepeated)
    if (clock.now() - swept_ms < SWEEP_MS) return
    swept_ms = clock.now()
    await queue.sweep(store, new Date(swept_ms - KEPT_MS))
  }

  /** Logs an outage only once, and its end. */
  function noteState(err: unknown): void {
    if (err !== undefined && !isDown) log.warn({ err }, 'the delivery queue cannot be read')
    if (err === undefined && isDown) log.info('the delivery queue can be read again')
    isDown = err !== undefined
  }

  function kick(): void {
    if (closed) return
    isRepeated = true
    looking ??= look()
      .then(() => noteState(undefined), noteState)
      .finally(() => (looking = undefined))
  }

  const timer = setInterval(kick, poll_ms)
  timer.unref()
  kick()
  return {
    kick,
    async close() {
      closed = true
      clearInterval(timer)
      await looking
      await calls.drain()
    },
  }
}

/** Calls in progress of one process. */
interface Calls<Receiver> {
  count(): number
  /** Returns receivers and tenants at their concurrency limit, so that slow receivers of one tenant do not use all slots. */
  busy(): { receivers: readonly string[]; tenants: readonly string[] }
  start(delivery: ClaimedDelivery<Receiver>): void
  /** Waits briefly for calls in progress, then aborts the rest. */
  drain(): Promise<void>
}

function createCalls<Receiver>(parts: CourierParts<Receiver>, onEnd: () => void): Calls<Receiver> {
  const breaking = new AbortController()
  const underWay = new Map<Promise<void>, ClaimedDelivery<Receiver>>()
  return {
    count: () => underWay.size,
    busy: () => ({
      receivers: frequent(
        [...underWay.values()].map(({ receiverId }) => receiverId),
        CLAIM_PER_RECEIVER,
      ),
      tenants: frequent(
        [...underWay.values()].map(({ tenantId }) => tenantId),
        CLAIM_PER_TENANT,
      ),
    }),
    start(delivery) {
      const run: Promise<void> = attemptDelivery(delivery, parts, breaking.signal)
        .then(() => undefined)
        .catch((err: unknown) => parts.log.warn({ err, delivery_id: delivery.id }, 'a delivery was postponed'))
        .finally(() => {
          underWay.delete(run)
          onEnd()
        })
      underWay.set(run, delivery)
    },
    async drain() {
      const waiting = setTimeout(() => breaking.abort(), DRAIN_MS)
      await Promise.all(underWay.keys())
      clearTimeout(waiting)
    },
  }
}

/** Returns the names with at least this number of occurrences in a list. */
function frequent(names: readonly string[], times: number): readonly string[] {
  const groups = Object.entries(Object.groupBy(names, (name) => name))
  return groups.flatMap(([name, all = []]) => (all.length >= times ? [name] : []))
}
