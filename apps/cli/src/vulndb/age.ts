const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** Parses `90m`, `12h`, `7d` or `2w` to milliseconds; undefined for anything else. */
export function parseAge(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const unit_ms = UNITS[unit ?? '']
  return unit_ms === undefined ? undefined : Number(count) * unit_ms
}

/** Formats an age in whole days, hours, or minutes. */
export function ageText(age_ms: number): string {
  if (age_ms >= 2 * DAY_MS) return `${Math.floor(age_ms / DAY_MS)} days`
  if (age_ms >= 2 * HOUR_MS) return `${Math.floor(age_ms / HOUR_MS)} hours`
  return `${Math.max(0, Math.floor(age_ms / MINUTE_MS))} minutes`
}
