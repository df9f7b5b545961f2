import { messages } from '../../messages/overview.ts'
/** Formats a duration approximately: `40 min`, `7 h`, `12 days`. */
export function span(hours: number): string {
  if (hours < 1) return messages.span.min(Math.max(1, Math.round(hours * 60)))
  return hours < 48 ? messages.span.h(Math.round(hours)) : messages.span.days(Math.round(hours / 24))
}
