/** What the window of a key holds after an event was offered to it. */
export interface WindowState {
  /** Whether the event was counted; one over the limit is not. */
  readonly allowed: boolean
  readonly used: number
  /** Milliseconds until one more event would be allowed; 0 when it is now. */
  readonly retryAfter_ms: number
}

/** Counts events in sliding windows. */
export interface SlidingWindow {
  /**
   * Adds one event, atomically over all instances, and tells how many the window now holds.
   *
   * Up to `EXACT_LIMIT_MAX` the count is exact: an event leaves the window `window_ms` after it came. Above it events
   * are counted in `WINDOW_SLICES` slices and leave a slice at a time: never is more than `limit` admitted in any
   * window, and room comes back at most one slice, `window_ms / WINDOW_SLICES`, too late.
   * @param key  names what is counted, tenant first, e.g. `acme:rate_limiter:session-1`
   * @param limit  events allowed per window; 0 allows none, and tells what was counted under any limit
   * @throws {Failure} `unavailable` when the server does not answer
   */
  hit(key: string, window_ms: number, limit: number): Promise<WindowState> | WindowState
}

/**
 * Fast state that instances share: in memory for one process, in Redis for many, with the same meaning. Values are JSON.
 * Every entry has a time to live. Values, counters and lists are apart: one key may name one of each.
 *
 * Every method throws `Failure('unavailable')` within a bounded time when the server does not answer. A caller that
 * cannot tell whether a nonce was spent must treat it as spent.
 */
export interface Cache {
  readonly kind: 'memory' | 'redis'
  readonly windows: SlidingWindow

  /** The value, or undefined when there is none or it has expired. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, ttl_ms: number): Promise<void>
  /** Stores the value where there is none. True for exactly one of any number of callers at once. */
  putIfAbsent(key: string, ttl_ms: number, value?: unknown): Promise<boolean>
  /** Removes the value and returns it: exactly one of any number of callers at once gets it, the others undefined. */
  take(key: string): Promise<unknown>
  /** Removes what the key names: value, counter and list. */
  delete(key: string): Promise<void>

  /**
   * Adds to a counter and returns its new value; a new one starts at 0. It lives `ttl_ms` from its first increment on.
   * @param by  an integer; 0 reads the counter
   */
  increment(key: string, by: number, ttl_ms: number): Promise<number>

  /** Appends to a list, keeps its last `max` values and starts its time to live anew. Returns its length. */
  appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number>
  /** The values of a list, oldest first; empty when there is none. */
  readList(key: string): Promise<readonly unknown[]>

  /** Milliseconds that a round trip takes. For the readiness check. */
  ping(): Promise<number>
  close(): Promise<void>
}
