import type { Clock } from '@gatehouse/kernel'
import { pause } from './call.ts'

/** Request rate limit for a target. */
export interface Pace {
  /** Waits for the turn of the next request. @throws the reason of the signal when it fires */
  readonly next: (signal: AbortSignal) => Promise<void>
}

const MINUTE_MS = 60_000

/**
 * Creates an evenly spaced rate limit without bursts.
 * @param perMinute undefined: unlimited
 * @param delay_ms minimum delay between two requests
 * @param wait for tests
 */
export function createPace(
  perMinute: number | undefined,
  delay_ms: number,
  clock: Clock,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): Pace {
  const apart_ms = Math.max(delay_ms, perMinute === undefined ? 0 : MINUTE_MS / perMinute)
  let free_at = Number.NEGATIVE_INFINITY
  return {
    async next(signal) {
      signal.throwIfAborted()
      if (apart_ms === 0) return
      const now = clock.now()
      const turn = Math.max(now, free_at)
      free_at = turn + apart_ms
      if (turn > now) await wait(turn - now, signal)
    },
  }
}
