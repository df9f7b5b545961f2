import type { Clock } from '@gatehouse/kernel'

/** The longest first wait; each further one may be twice as long. */
export const RETRY_DELAY_MS_MIN = 250
export const RETRY_DELAY_MS_MAX = 8000
/** A provider that asks for more than this is not waited for. */
export const RETRY_AFTER_MS_MAX = 60_000

/**
 * Milliseconds to wait before a further try. Full jitter: any time up to a ceiling that doubles, so that callers who
 * failed together do not come back together. What the provider asks for is a floor.
 * @param tries  tries made so far, from 1
 * @param random  from 0 up to 1
 */
export function retryDelay_ms(tries: number, random: number, retryAfter_ms: number): number {
  const ceiling_ms = Math.min(RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN * 2 ** Math.min(tries - 1, 10))
  return Math.ceil(retryAfter_ms + random * ceiling_ms)
}

/**
 * What `Retry-After` (RFC 9110 section 10.2.3: seconds or a date) or `retry-after-ms` asks for, in milliseconds; 0
 * when neither is there or can be read.
 */
export function retryAfterOf(headers: Headers | undefined, clock: Clock): number {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (exact >= 0) return exact
  const text = headers?.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const date_ms = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(date_ms) ? 0 : Math.max(0, date_ms - clock.now())
}
