import type { Place } from '../engine/judge.ts'

/** docs/spec/redteam.md "Report": request and response are bounded. What is longer is cut, and says so. */
export const RECORD_TEXT_BYTES = 16 * 1024
/** Of a whole conversation, so that fifty turns are no larger than a few. */
export const CONVERSATION_BYTES = 64 * 1024

const CUT = '… [cut]'
const CUT_BYTES = Buffer.byteLength(CUT)

/** Hides secrets of the target in a text. */
export type Mask = (text: string) => string

/**
 * Where stretches of a text stand in what is kept of it: masking makes texts shorter, and what was cut away has no place.
 * @param places  in order and apart
 * @param units  that are kept of the masked text
 * @returns none of them where a secret goes over the edge of one
 */
export function keptPlaces(text: string, places: readonly Place[], mask: Mask, units: number): readonly Place[] {
  const found: Place[] = []
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
 * A text as reports keep it: masked first, since half a secret is not recognised any more, then cut.
 * @param most_bytes  in UTF-8, what says that it was cut included
 */
export function kept(text: string, mask: Mask, most_bytes = RECORD_TEXT_BYTES): string {
  const masked = mask(text).toWellFormed()
  if (Buffer.byteLength(masked) <= most_bytes) return masked
  const bytes = Buffer.from(masked.slice(0, most_bytes))
  let end = Math.max(0, most_bytes - CUT_BYTES)
  // Not within a character: bytes that go on one begin with 10.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end) + CUT
}

/** Of a masked text, how much of it {@link kept} has left. */
export function keptUnits(masked: string, shown: string): number {
  return shown === masked.toWellFormed() ? shown.length : shown.length - CUT.length
}
