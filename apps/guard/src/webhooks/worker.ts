import { CLAIM_PER_WEBHOOK, claimDeliveries, sweepDeliveries } from '@gatehouse/store'
import { carry, type CourierParts } from './courier.ts'
import { ATTEMPT_TIMEOUT_MS } from './send.ts'

/** Ours: deliveries under way in one process; each is a call that mostly waits. */
const CONCURRENCY = 16
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

/** Webhooks with so many calls under way that they get no more: a slow receiver does not take every place. */
function busyOf(webhookIds: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>()
  for (const id of webhookIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => (count >= CLAIM_PER_WEBHOOK ? [id] : []))
}

export function startWorker(parts: CourierParts, poll_ms: number = POLL_MS): Worker {
  const { store, clock, log } = parts
  const breaking = new AbortController()
  const underWay = new Map<Promise<void>, string>()
  let closed = false
  let looking: Promise<void> | undefined
  let again = false
  let swept_ms = clock.now()

  async function look(): Promise<void> {
    do {
      again = false
      const room = CONCURRENCY - underWay.size
      if (closed || room <= 0) return
      const now_ms = clock.now()
      const claimed = await claimDeliveries(store, {
        limit: room,
        now: new Date(now_ms),
        leaseEnd: new Date(now_ms + LEASE_MS),
        busy: busyOf(underWay.values()),
      })
      for (const delivery of claimed) start(delivery)
      // A full claim may have left more behind.
      again ||= claimed.length > 0
    } while (again)
    if (clock.now() - swept_ms >= SWEEP_MS) {
      swept_ms = clock.now()
      await sweepDeliveries(store, new Date(swept_ms - KEPT_MS))
    }
  }

  function start(delivery: Parameters<typeof carry>[0]): void {
    const run: Promise<void> = carry(delivery, parts, breaking.signal)
      .then(() => undefined)
      .catch((err: unknown) =>
        log.warn({ err, delivery_id: delivery.id }, 'a webhook delivery was left to the next look'),
      )
      .finally(() => {
        underWay.delete(run)
        kick()
      })
    underWay.set(run, delivery.webhookId)
  }

  function kick(): void {
    if (closed) return
    again = true
    looking ??= look()
      .catch((err: unknown) => log.warn({ err }, 'the queue of webhooks could not be read'))
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
      const waiting = setTimeout(() => breaking.abort(), DRAIN_MS)
      await Promise.all(underWay.keys())
      clearTimeout(waiting)
    },
  }
}
