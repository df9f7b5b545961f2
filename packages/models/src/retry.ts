import type { Clock } from '@gatehouse/kernel'

/** Maximum of the first delay; the maximum doubles for each further delay. */
export const RETRY_DELAY_MS_MIN = 250
export const RETRY_DELAY_MS_MAX = 8000
/** A provider that asks for more than this is not waited for. */
export const RETRY_AFTER_MS_MAX = 60_000

/**
 * Returns the delay before another attempt in milliseconds. Full jitter: any time up to a ceiling that doubles, so that clients that
 * failed at the same time do not retry at the same time. The provider's requested delay is a minimum.
 * @param tries number of attempts so far, 1-based
 * @param random from 0 up to 1
 */
export function retryDelay_ms(tries: number, random: number, retryAfter_ms: number): number {
  const ceiling_ms = Math.min(RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN * 2 ** Math.min(tries - 1, 10))
  return Math.ceil(retryAfter_ms + random * ceiling_ms)
}

/**
 * Returns the delay of `Retry-After` (RFC 9110 section 10.2.3: seconds or a date) or `retry-after-ms`, in milliseconds; 0 for a missing or
 * invalid header.
 */
export function retryAfterOf(headers: Headers | undefined, clock: Clock): number {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (exact >= 0) return exact
  const text = headers?.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const date_ms = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(date_ms) ? 0 : Math.max(0, date_ms - clock.now())
}
