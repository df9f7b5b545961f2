import type { Logger } from '@gatehouse/http'
import { type Clock, isoTime } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { ClaimedDelivery, DeliveryAttempt, DeliveryOutcome, DeliveryQueue } from '@gatehouse/store/deliveries'
import { DELIVERY_AGE_MS_MAX, DELIVERY_ATTEMPTS_MAX, nextAttempt_ms } from './backoff.ts'
import type { CallResult } from './receiver-response.ts'

/** Own limit: a receiver without any response for this long is disabled; its owner sees the reason. */
export const FAILING_MS_MAX = 3 * 24 * 60 * 60 * 1_000

/** Own limit: delay of other deliveries after a failure. */
const REST_MS_MAX = 5 * 60 * 1_000

/** Own limit: attempts in the log of a delivery, including those before a manual retry. */
const LOG_MAX = DELIVERY_ATTEMPTS_MAX + 7

export interface CourierParts<Receiver> {
  readonly store: Store
  readonly queue: DeliveryQueue<Receiver>
  readonly clock: Clock
  readonly log: Logger
  /** From 0 to 1. */
  readonly random: () => number
  /** Returns why a delivery must not be sent, if so. */
  readonly refusal: (delivery: ClaimedDelivery<Receiver>) => string | undefined
  /** Sends a delivery once. Reports failures of the receiver in the result. */
  readonly send: (delivery: ClaimedDelivery<Receiver>, signal: AbortSignal) => Promise<CallResult>
  /** Disables a receiver. */
  readonly switchOff: (delivery: ClaimedDelivery<Receiver>, reason: string) => Promise<void>
}

/**
 * Makes one attempt of a claimed delivery, and records the result.
 * @returns whether it succeeded
 */
export async function attemptDelivery<Receiver>(
  claimed: ClaimedDelivery<Receiver>,
  parts: CourierParts<Receiver>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, queue, clock, send } = parts
  const delivery = withInterruptions(claimed, clock.now())
  const { tenantId, receiverId } = delivery
  const text = parts.refusal(delivery) ?? expiry(delivery, clock.now())
  if (text !== undefined) {
    await queue.finish(store, delivery, dead(delivery, attemptOf(text, clock.now()), clock.now()))
    return false
  }
  const result = await send(delivery, signal)
  // The result of an aborted call is unknown. Another worker repeats it when the lease expires.
  if (signal.aborted && !result.ok) return false
  if (result.ok) {
    await queue.finish(store, delivery, {
      status: 'delivered',
      nextAttemptAt: new Date(result.at_ms),
      finishedAt: new Date(clock.now()),
      log: logOf(delivery, result),
    })
    await queue.noteReceived(store, tenantId, receiverId, new Date(clock.now()))
  } else {
    await failed(delivery, result, parts)
  }
  return result.ok
}

/** Own limit: difference between the clocks of instances. */
const CLOCK_SKEW_MS = 60_000

const INTERRUPTED = 'the attempt was interrupted and its result is unknown; the next attempt may be a duplicate'

/** Adds attempts without a recorded result to the log: their worker ended before it could record one. */
function withInterruptions<Receiver>(delivery: ClaimedDelivery<Receiver>, now_ms: number): ClaimedDelivery<Receiver> {
  const { attempts, log, queuedAt } = delivery
  const recorded = log.filter(({ at }) => Date.parse(at) >= queuedAt.getTime() - CLOCK_SKEW_MS).length
  // A test counts as the last attempt without earlier ones.
  if (attempts >= DELIVERY_ATTEMPTS_MAX || attempts - 1 <= recorded) return delivery
  return { ...delivery, log: logOf(delivery, attemptOf(INTERRUPTED, now_ms)) }
}

async function failed<Receiver>(
  delivery: ClaimedDelivery<Receiver>,
  result: CallResult,
  parts: CourierParts<Receiver>,
): Promise<void> {
  const { store, queue, clock, random } = parts
  const { tenantId, receiverId, attempts, queuedAt } = delivery
  const now_ms = clock.now()
  const times = { attempts, queued_ms: queuedAt.getTime(), now_ms }
  const again_ms = isGone(result) ? undefined : nextAttempt_ms(times, result.retryAfter_ms, random())
  const outcome: DeliveryOutcome =
    again_ms === undefined
      ? dead(delivery, result, now_ms)
      : { status: 'pending', nextAttemptAt: new Date(again_ms), finishedAt: null, log: logOf(delivery, result) }
  await queue.finish(store, delivery, outcome)
  const rest_ms = Math.max(result.retryAfter_ms, REST_MS_MAX)
  const until =
    again_ms !== undefined && isOfReceiver(result) ? new Date(Math.min(again_ms, now_ms + rest_ms)) : undefined
  const since = await queue.noteFailing(store, tenantId, receiverId, { now: new Date(now_ms), until })
  if (isGone(result)) await parts.switchOff(delivery, 'the receiver returned status 410 (gone)')
  else if (now_ms - since.getTime() >= FAILING_MS_MAX) {
    await parts.switchOff(delivery, `no delivery has succeeded since ${isoTime(since.getTime())}`)
  }
}

/** Returns why a claimed delivery is abandoned. */
function expiry({ attempts, queuedAt }: ClaimedDelivery, now_ms: number): string | undefined {
  // Greater if workers crashed during the last attempts.
  if (attempts > DELIVERY_ATTEMPTS_MAX) return 'all delivery attempts failed'
  return now_ms > queuedAt.getTime() + DELIVERY_AGE_MS_MAX ? 'it has been waiting for more than a day' : undefined
}

/** 410: the receiver requests an end of deliveries. */
function isGone({ status }: CallResult): boolean {
  return status === 410
}

/** Returns whether a failure concerns the receiver and not only this message. */
function isOfReceiver({ status }: CallResult): boolean {
  return status === null || status >= 500 || status === 429 || status === 408
}

function dead(delivery: ClaimedDelivery, result: CallResult, now_ms: number): DeliveryOutcome {
  const now = new Date(now_ms)
  return { status: 'dead', nextAttemptAt: now, finishedAt: now, log: logOf(delivery, result) }
}

/** Returns the result of a skipped attempt. */
function attemptOf(error: string, at_ms: number): CallResult {
  return { ok: false, at_ms, duration_ms: 0, status: null, error, snippet: '', retryAfter_ms: 0 }
}

function logOf({ log }: ClaimedDelivery, result: CallResult): readonly DeliveryAttempt[] {
  const { at_ms, duration_ms, status, error, snippet } = result
  return [...log, { at: isoTime(at_ms), duration_ms, status, error, snippet }].slice(-LOG_MAX)
}
