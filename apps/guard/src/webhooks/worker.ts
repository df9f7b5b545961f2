import {
  CLAIM_PER_TENANT,
  CLAIM_PER_WEBHOOK,
  claimDeliveries,
  type ClaimedDelivery,
  sweepDeliveries,
} from '@gatehouse/store'
import { carry, type CourierParts } from './courier.ts'
import { ATTEMPT_TIMEOUT_MS } from './send.ts'

/** Ours: deliveries under way in one process; each is a call that mostly waits. */
const CONCURRENCY = 64
/** Ours: how often retries and what others have left behind are looked for. */
const POLL_MS = 1_000
/** A worker that has not finished by then has died. */
export const LEASE_MS = ATTEMPT_TIMEOUT_MS + 20_000
/** Ours: how long the log of what was delivered or given up is kept, and how often it is swept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
const SWEEP_MS = 60 * 60 * 1_000
/** Ours: how long a stop waits for calls under way. */
const DRAIN_MS = 3_000

/** Delivers what is in the queue; any number of them share one queue. */
export interface Worker {
  /** Looks into the queue now. */
  kick(): void
  /** Waits a little for calls under way, breaks off the rest and leaves them to others. */
  close(): Promise<void>
}

/** Starts a worker; it looks into the queue every `poll_ms`, and when it is kicked. */
export function startWorker(parts: CourierParts, poll_ms: number = POLL_MS): Worker {
  const { store, clock, log } = parts
  const calls = createCalls(parts, () => kick())
  let closed = false
  let looking: Promise<void> | undefined
  let again = false
  let isDown = false
  let swept_ms = clock.now()

  async function look(): Promise<void> {
    do {
      again = false
      const limit = CONCURRENCY - calls.count()
      if (closed || limit <= 0) return
      const now_ms = clock.now()
      const times = { now: new Date(now_ms), leaseEnd: new Date(now_ms + LEASE_MS) }
      const claimed = await claimDeliveries(store, { limit, ...times, busy: calls.busy() })
      for (const delivery of claimed) calls.start(delivery)
      // What was taken may have left more behind.
      again ||= claimed.length > 0
    } while (again)
    if (clock.now() - swept_ms < SWEEP_MS) return
    swept_ms = clock.now()
    await sweepDeliveries(store, new Date(swept_ms - KEPT_MS))
  }

  /** An outage is told once, and its end, and not every second. */
  function noteState(err: unknown): void {
    if (err !== undefined && !isDown) log.warn({ err }, 'the queue of webhooks cannot be read')
    if (err === undefined && isDown) log.info('the queue of webhooks can be read again')
    isDown = err !== undefined
  }

  function kick(): void {
    if (closed) return
    again = true
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

/** The calls of one process that are under way. */
interface Calls {
  count(): number
  /** Who has so many of them that it gets no more: slow receivers of one tenant do not take every place. */
  busy(): { webhooks: readonly string[]; tenants: readonly string[] }
  start(delivery: ClaimedDelivery): void
  /** Waits a little for them, and breaks off the rest. */
  drain(): Promise<void>
}

function createCalls(parts: CourierParts, onEnd: () => void): Calls {
  const breaking = new AbortController()
  const underWay = new Map<Promise<void>, ClaimedDelivery>()
  return {
    count: () => underWay.size,
    busy: () => ({
      webhooks: frequent(
        [...underWay.values()].map(({ webhookId }) => webhookId),
        CLAIM_PER_WEBHOOK,
      ),
      tenants: frequent(
        [...underWay.values()].map(({ tenantId }) => tenantId),
        CLAIM_PER_TENANT,
      ),
    }),
    start(delivery) {
      const run: Promise<void> = carry(delivery, parts, breaking.signal)
        .then(() => undefined)
        .catch((err: unknown) =>
          parts.log.warn({ err, delivery_id: delivery.id }, 'a webhook delivery was left to the next look'),
        )
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

/** The names that stand in a list so many times, or more often. */
function frequent(names: readonly string[], times: number): readonly string[] {
  const groups = Object.entries(Object.groupBy(names, (name) => name))
  return groups.flatMap(([name, all = []]) => (all.length >= times ? [name] : []))
}
