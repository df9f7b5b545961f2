/** State of a key's window after an event. */
export interface WindowState {
  /** Whether the event was counted. Events above the limit are not. */
  readonly allowed: boolean
  readonly used: number
  /** Milliseconds until another event is allowed; 0 when it is allowed now. */
  readonly retryAfter_ms: number
}

/** Counts events in sliding windows. */
export interface SlidingWindow {
  /**
   * Adds one event atomically across all instances, and returns the state of the window.
   *
   * Up to `EXACT_LIMIT_MAX` the count is exact: an event expires after `window_ms`. Above it events are counted in `WINDOW_SLICES` slices
   * and expire slice by slice: no window ever admits more than `limit`, and capacity returns at most one slice, `window_ms /
   * WINDOW_SLICES`, too late.
   * @param key names the counter, tenant first, such as `acme:rate_limiter:session-1`
   * @param limit events allowed per window; 0 allows none, and returns the count under any limit
   * @throws {Failure} `unavailable` if the server does not respond
   */
  hit(key: string, window_ms: number, limit: number): Promise<WindowState> | WindowState
}

/**
 * Fast state that instances share: in memory for one process, in Redis for several, with the same semantics. Values are JSON. Every entry
 * has a time to live. Values, counters and lists are separate: one key may name one of each.
 *
 * Every method throws `Failure('unavailable')` within a bounded time when the server does not answer. A caller that cannot determine
 * whether a nonce was spent must treat it as spent.
 */
export interface Cache {
  readonly kind: 'memory' | 'redis'
  readonly windows: SlidingWindow

  /** Returns the value, or undefined when it is missing or expired. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, ttl_ms: number): Promise<void>
  /** Stores the value if the key is unset. Returns true for exactly one of several concurrent callers. */
  putIfAbsent(key: string, ttl_ms: number, value?: unknown): Promise<boolean>
  /** Removes and returns the value. Only one of several concurrent callers gets it, the others undefined. */
  take(key: string): Promise<unknown>
  /** Removes the value, counter and list of the key. */
  delete(key: string): Promise<void>

  /**
   * Adds to a counter and returns its new value; a new counter starts at 0. Its lifetime `ttl_ms` starts with its first increment.
   * @param by an integer; 0 reads the counter
   */
  increment(key: string, by: number, ttl_ms: number): Promise<number>

  /** Appends to a list, keeps its last `max` values and restarts its time to live. Returns its length. */
  appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number>
  /** Returns the values of a list, oldest first; empty when the list does not exist. */
  readList(key: string): Promise<readonly unknown[]>

  /** Returns the duration of a round trip in milliseconds. For the readiness check. */
  ping(): Promise<number>
  close(): Promise<void>
}
