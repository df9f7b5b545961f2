import type { SlidingWindow } from '../engine/ports.ts'

/** Window of a rate limit. */
export interface Rate {
  /** Limited subject for messages: "tool", "role". */
  readonly what: string
  readonly key: string
  readonly limit: number
  readonly window_ms: number
}

export interface FullRate extends Rate {
  readonly retryAfter_s: number
}

/** Up to this limit, a probe without consumption returns the exact fill level of a window: `cache` stores the time of every event. */
const EXACT_LIMIT_MAX = 1_000

/**
 * Counts one call in all windows, or in none if one of them is full, so that a call denied by one limit does not consume another. Two
 * concurrent calls may both see a free window before either counts. The one that then exceeds it is denied, and stays counted in the
 * others.
 * @returns the full window; of several the one with the longest wait
 */
export async function countIn(rates: readonly Rate[], windows: SlidingWindow): Promise<FullRate | undefined> {
  if (rates.length > 1) {
    const known = rates.filter(({ limit }) => limit <= EXACT_LIMIT_MAX)
    const used = await Promise.all(known.map(async ({ key, window_ms }) => windows.hit(key, window_ms, 0)))
    const full = known.filter(({ limit }, index) => used[index]!.used >= limit)
    if (full.length > 0) return hitAll(full, windows)
  }
  return hitAll(rates, windows)
}

async function hitAll(rates: readonly Rate[], windows: SlidingWindow): Promise<FullRate | undefined> {
  const states = await Promise.all(rates.map(async ({ key, window_ms, limit }) => windows.hit(key, window_ms, limit)))
  let longest: FullRate | undefined
  for (const [index, { allowed, retryAfter_ms }] of states.entries()) {
    if (allowed) continue
    const retryAfter_s = Math.max(1, Math.ceil(retryAfter_ms / 1_000))
    if (longest === undefined || retryAfter_s > longest.retryAfter_s) longest = { ...rates[index]!, retryAfter_s }
  }
  return longest
}
