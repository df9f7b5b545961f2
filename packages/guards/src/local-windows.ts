import type { Clock } from '@gatehouse/kernel'
import type { SlidingWindow } from './engine/ports.ts'

/** Keys remembered at once; the least recently used is forgotten first. */
const KEYS_MAX = 10_000

/** A sliding window for use without a server: exact, in memory, for this process alone. */
export function localWindows(clock: Clock): SlidingWindow {
  const events = new Map<string, number[]>()
  return {
    hit(key, window_ms, limit) {
      const now = clock.now()
      const recent = (events.get(key) ?? []).filter((at) => at > now - window_ms)
      events.delete(key)
      events.set(key, recent)
      if (events.size > KEYS_MAX) events.delete(events.keys().next().value!)
      if (recent.length >= limit) {
        // A limit of none frees nothing: the whole window is waited for.
        const freed = recent[recent.length - limit] ?? now
        return { allowed: false, used: recent.length, retryAfter_ms: Math.max(1, freed + window_ms - now) }
      }
      recent.push(now)
      return { allowed: true, used: recent.length, retryAfter_ms: 0 }
    },
  }
}
