import type { ReplyRange } from '../engine/judge.ts'

/** docs/spec/redteam.md "Report": request and response are bounded. Longer texts are cut and marked. */
export const RECORD_TEXT_BYTES = 16 * 1024
/** Of a whole conversation, so that fifty turns are no larger than a few. */
export const CONVERSATION_BYTES = 64 * 1024

const CUT = '… [cut]'
const CUT_BYTES = Buffer.byteLength(CUT)

/** Hides secrets of the target in a text. */
export type Mask = (text: string) => string

/**
 * Maps ranges of a text to its stored form: masking shortens texts, and ranges in the removed part are dropped.
 * @param places sorted and disjoint
 * @param units kept length of the masked text
 * @returns empty when a secret crosses the edge of a range
 */
export function boundedRanges(
  text: string,
  places: readonly ReplyRange[],
  mask: Mask,
  units: number,
): readonly ReplyRange[] {
  const found: ReplyRange[] = []
  let whole = ''
  let at = 0
  for (const { start, end } of places) {
    if (start < at || end > text.length) return []
    whole += mask(text.slice(at, start))
    const from = whole.length
    whole += mask(text.slice(start, end))
    found.push({ start: from, end: whole.length })
    at = end
  }
  if (whole + mask(text.slice(at)) !== mask(text)) return []
  return found.filter(({ end }) => end <= units)
}

/**
 * Returns the stored form of a text: masked first, since half a secret is not detected any more, then cut.
 * @param most_bytes in UTF-8, including the notice of the cut
 */
export function boundedText(text: string, mask: Mask, most_bytes = RECORD_TEXT_BYTES): string {
  const masked = mask(text).toWellFormed()
  if (Buffer.byteLength(masked) <= most_bytes) return masked
  const bytes = Buffer.from(masked.slice(0, most_bytes))
  let end = Math.max(0, most_bytes - CUT_BYTES)
  // Not within a character: UTF-8 continuation bytes begin with 10.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end) + CUT
}

/** Returns the length of a masked text that {@link boundedText} has kept. */
export function boundedLength(masked: string, shown: string): number {
  return shown === masked.toWellFormed() ? shown.length : shown.length - CUT.length
}
