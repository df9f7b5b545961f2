import type { ChatModel } from '@gatehouse/models'

/** Counts events in a sliding window; `cache` implements it in memory and on Redis. */
export interface SlidingWindow {
  /**
   * Adds one event and tells how many the window now holds.
   * @param key  names what is counted, tenant first, e.g. `acme:rate_limiter:session-1`
   * @param window_ms  length of the window
   * @param limit  events allowed per window; an event over the limit is not counted
   */
  hit(key: string, window_ms: number, limit: number): Promise<WindowState> | WindowState
}

export interface WindowState {
  readonly allowed: boolean
  readonly used: number
  /** Milliseconds until one more event would be allowed; 0 when it is now. */
  readonly retryAfter_ms: number
}

/** What guards need from outside; the application hands it in, so that no guard knows a cache or a network. */
export interface GuardPorts {
  readonly windows: SlidingWindow
  /** Absent: no model is configured, and only local methods run. */
  readonly model?: ChatModel
}
