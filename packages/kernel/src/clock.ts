/** Time source of a function, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 in UTC with milliseconds, the only form of time on the wire. */
export function isoTime(epoch_ms: number): string {
  return new Date(epoch_ms).toISOString()
}
