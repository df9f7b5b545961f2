/** docs/spec/guard.md "Gateways": retries over 24 hours. */
export const DELIVERY_AGE_MS_MAX = 24 * 60 * 60 * 1_000

/** Own limit: with the delays below, the last attempt comes 18 to 23 hours after the first. */
export const DELIVERY_ATTEMPTS_MAX = 13

const FIRST_WAIT_MS = 10_000
const FACTOR = 3
const WAIT_MS_MAX = 4 * 60 * 60 * 1_000
/** Maximum random reduction of a delay, to spread the retries of concurrent failures. */
const JITTER = 0.2

/**
 * Returns the time of the next attempt after a failure; undefined after the last one.
 * @param attempts number of attempts, including the failed one
 * @param asked_ms delay that the receiver requested
 * @param random from 0 to 1
 */
export function nextAttempt_ms(
  { attempts, queued_ms, now_ms }: { attempts: number; queued_ms: number; now_ms: number },
  asked_ms: number,
  random: number,
): number | undefined {
  if (attempts >= DELIVERY_ATTEMPTS_MAX) return undefined
  const wait_ms = Math.min(FIRST_WAIT_MS * FACTOR ** (attempts - 1), WAIT_MS_MAX) * (1 - JITTER * random)
  const at_ms = now_ms + Math.round(Math.max(wait_ms, Math.min(asked_ms, WAIT_MS_MAX)))
  return at_ms > queued_ms + DELIVERY_AGE_MS_MAX ? undefined : at_ms
}
