/** A time in words as long as it needs to be compared: `40 min`, `7 h`, `12 days`. */
export function span(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`
}
