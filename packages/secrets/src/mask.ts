import { MASK, withoutValues } from '@gatehouse/scan-engine'
import { isStrong } from './identity.ts'
import type { Hit } from './find/scan-text.ts'

/** First characters of a strong value: enough to find it again at its issuer, far too few to guess it. */
const SHOWN_UNITS_MAX = 4
/** Values shorter than this are not shown at all. */
const SHOWN_FROM_UNITS = 20

/** Returns the displayable form of a value: its vendor mark, a short prefix of a long random value, or nothing. */
export function masked(hit: Hit): string {
  if (hit.rule.family === 'private-key')
    return `${/^[^\n\\]{0,60}?-----(?=[\s\\]|$)/.exec(hit.value)?.[0] ?? ''}${MASK}`
  if (hit.value.length < SHOWN_FROM_UNITS || !isStrong(hit)) return MASK
  return `${hit.value.slice(0, Math.max(SHOWN_UNITS_MAX, prefixLength(hit)))}${MASK}`
}

/** Returns the length of the literal prefix, which is the same for all values of the kind. */
function prefixLength({ rule, value }: Hit): number {
  const marks = (rule.format?.pictures ?? []).map(({ parts }) => parts[0]).filter((part) => typeof part === 'string')
  return Math.max(
    0,
    ...marks.filter((mark) => value.startsWith(mark) && mark.length * 2 < value.length).map((mark) => mark.length),
  )
}

/** Number of characters before and after the value in a snippet. */
const BEFORE_UNITS = 160
const BEHIND_UNITS = 80

/**
 * Returns the line of a hit with every secret masked; for a long line the part around the hit.
 * @param text UTF-8 as Latin-1
 * @param hits all hits of the text, by their starts
 */
export function snippetOf(text: string, hit: Hit, hits: readonly Hit[]): string {
  const before = text.slice(Math.max(0, hit.start - BEFORE_UNITS), hit.start)
  let from = hit.start - before.length + before.lastIndexOf('\n') + 1
  const behind = text.slice(hit.end, hit.end + BEHIND_UNITS)
  const lineEnd = behind.search(/[\r\n]/)
  let to = hit.end + (lineEnd === -1 ? behind.length : lineEnd)
  // An edge within another secret would reveal a part of it.
  for (const other of hits) {
    if (other.start < from && other.end > from) from = Math.min(other.end, hit.start)
    if (other.start < to && other.end > to && other !== hit) to = Math.max(other.start, hit.end)
  }
  return decodeUtf8(maskedRange(text, from, to, hits)).trim()
}

function maskedRange(text: string, from: number, to: number, hits: readonly Hit[]): string {
  let shown = ''
  let at = from
  for (const hit of hits) {
    if (hit.end <= at || hit.start >= to) continue
    shown += withoutValues(text.slice(at, Math.max(at, hit.start))) + (hit.via.length === 0 ? masked(hit) : MASK)
    at = hit.end
  }
  return shown + withoutValues(text.slice(at, Math.max(at, to)))
}

/** Decodes UTF-8 without truncated and control characters. */
function decodeUtf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1')
    .toString('utf8')
    .replaceAll(/[\ufffd\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}
