/** Time source, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Formats a time as ISO 8601 in UTC with milliseconds, the only time format of the API. */
export function isoTime(epoch_ms: number): string {
  return new Date(epoch_ms).toISOString()
}
