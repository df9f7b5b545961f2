/** Length of the previous text that is screened with a part. Exceeds the guards' word patterns. */
const SEAM_CHARS = 400

/**
 * Two consecutive texts that clients join. Each may be harmless while both together are not, so that the second is screened twice: alone
 * and after the end of the first.
 */
export interface TextOverlap {
  /** End of the previous text, screened with this one. */
  readonly tail: string
  /** Received text, and its released form when screened alone. */
  readonly said: string
  readonly released: string
  /** Released form of both together. */
  readonly judged: string
  /** The previous text as released. */
  readonly before: string
}

/** Returns the end of a continued text. */
export function tailOf(before: string, text: string): string {
  return text.length >= SEAM_CHARS ? text.slice(-SEAM_CHARS) : (before + text).slice(-SEAM_CHARS)
}

/** Returns the released form of a text after the previous text, which is already sent. */
export function withOverlap({ tail, said, released, judged, before }: TextOverlap): string {
  if (judged === tail + said) return released
  const head = judged.slice(0, Math.max(0, judged.length - released.length))
  // The joint findings equal those of the separate screenings.
  if (head !== '' && before.endsWith(head) && judged.endsWith(released)) return released
  // The start of a finding before the boundary is already sent. Its rest, and all later text, is as screened. A text with another
  // redaction cannot be distinguished from that, and is dropped.
  return released === said ? judged.slice(commonLength(judged, tail)) : ''
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return at
}
