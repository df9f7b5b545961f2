import type { Clock } from '@gatehouse/kernel'
import type { SlidingWindow, WindowState } from '../cache.ts'
import { checkWindow, storedKey } from '../check.ts'
import { EXACT_LIMIT_MAX, WINDOW_BYTES_MAX, WINDOW_ENTRIES_MAX, WINDOW_SLICES } from '../limits.ts'
import { BoundedMap } from './bounded-map.ts'

/** Numbers are stored as doubles. */
const NUMBER_BYTES = 8
/** Entries before `head` have expired. The array is cut when they are many and more than half. */
const DEAD_TIMES_MAX = 64

/** Times of the events of one key, oldest first from `head` on. */
interface EventLog {
  times: number[]
  head: number
}

/** Events per slice number, oldest first. */
type Slices = Map<number, number>

/** Sliding windows in this process. */
export class MemoryWindows implements SlidingWindow {
  readonly #clock: Clock
  readonly #logs: BoundedMap<EventLog>
  readonly #slices: BoundedMap<Slices>

  constructor(clock: Clock) {
    this.#clock = clock
    const options = {
      entries_max: WINDOW_ENTRIES_MAX,
      bytes_max: WINDOW_BYTES_MAX / 2,
      whenFull: 'evict' as const,
      clock,
    }
    this.#logs = new BoundedMap(options)
    this.#slices = new BoundedMap(options)
  }

  hit(key: string, window_ms: number, limit: number): WindowState {
    checkWindow(window_ms, limit)
    const name = storedKey(key)
    if (limit === 0) return this.#count(name, window_ms)
    return limit <= EXACT_LIMIT_MAX ? this.#hitLog(name, window_ms, limit) : this.#hitSlices(name, window_ms, limit)
  }

  /** Sums both kinds, because a query without a limit does not know under which limit events were counted. */
  #count(key: string, window_ms: number): WindowState {
    const used = this.#hitLog(key, window_ms, 0).used + this.#hitSlices(key, window_ms, 0).used
    return { allowed: false, used, retryAfter_ms: window_ms }
  }

  #hitLog(key: string, window_ms: number, limit: number): WindowState {
    const now_ms = this.#clock.now()
    const log = this.#logs.get(key) ?? { times: [], head: 0 }
    while (log.head < log.times.length && log.times[log.head]! <= now_ms - window_ms) log.head += 1
    if (log.head > DEAD_TIMES_MAX && log.head * 2 > log.times.length) {
      log.times = log.times.slice(log.head)
      log.head = 0
    }
    const allowed = log.times.length - log.head < limit
    if (allowed) {
      log.times.push(now_ms)
      this.#logs.set(key, log, log.times.length * NUMBER_BYTES, now_ms + window_ms)
    }
    const used = log.times.length - log.head
    // Another event is allowed once all but `limit - 1` events have expired.
    const leaver = log.times[log.head + used - limit]
    const retryAfter_ms = used < limit ? 0 : leaver === undefined ? window_ms : leaver + window_ms - now_ms
    return { allowed, used, retryAfter_ms }
  }

  #hitSlices(key: string, window_ms: number, limit: number): WindowState {
    const now_ms = this.#clock.now()
    const slice_ms = Math.ceil(window_ms / WINDOW_SLICES)
    const name = `${key}/${slice_ms}`
    const slices: Slices = this.#slices.get(name) ?? new Map()
    const oldest = Math.floor((now_ms - window_ms) / slice_ms)
    let used = 0
    for (const [slice, count] of slices) {
      if (slice < oldest) slices.delete(slice)
      else used += count
    }
    const allowed = used < limit
    if (allowed) {
      const current = Math.floor(now_ms / slice_ms)
      slices.set(current, (slices.get(current) ?? 0) + 1)
      used += 1
      this.#slices.set(name, slices, slices.size * NUMBER_BYTES * 4, now_ms + window_ms + slice_ms)
    }
    return {
      allowed,
      used,
      retryAfter_ms: used < limit ? 0 : waitFor(slices, used, limit, window_ms, slice_ms, now_ms),
    }
  }
}

/** Returns the milliseconds until enough of the oldest slices have expired for another event. */
function waitFor(
  slices: Slices,
  used: number,
  limit: number,
  window_ms: number,
  slice_ms: number,
  now_ms: number,
): number {
  let left = used
  for (const [slice, count] of slices) {
    left -= count
    if (left < limit) return (slice + 1) * slice_ms + window_ms - now_ms
  }
  return window_ms
}
