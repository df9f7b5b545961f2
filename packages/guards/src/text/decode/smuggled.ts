import { looksLikeText, pushByte, pushBytes, scratchRun, type ByteRun } from './byte-run.ts'
import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'

/** Flags of England, Scotland and Wales are a black flag and six tags at most. */
const FLAG_TAGS_MAX = 7
const SELECTORS_MIN = 4
/** Fewer hidden letters may fill a gap inside a visible word; more are a text of their own. */
const APART_MIN = 4
const ZERO_WIDTH_BITS_MIN = 32

/** Invisible letters: tag characters U+E0020 to U+E007E are ASCII, moved up. */
export function decodeTags(excerpt: Excerpt): void {
  const { source } = excerpt
  for (let at = 0; at < source.length; at++) {
    const start = at
    while (at + 1 < source.length && isTag(source, at)) at += 2
    const tags = (at - start) / 2
    if (tags === 0 || (tags <= FLAG_TAGS_MAX && source.startsWith('🏴', start - 2))) continue
    beginRun(excerpt, start)
    const apart = tags >= APART_MIN
    if (apart) pushDecoded(excerpt, 0x0a, start, start + 2)
    for (let i = start; i < at; i += 2) {
      const letter = source.codePointAt(i)! - 0xe0000
      if (letter >= 0x20 && letter < 0x7f) pushDecoded(excerpt, letter, i, i + 2)
    }
    if (apart) pushDecoded(excerpt, 0x0a, at - 2, at)
    endRun(excerpt, at)
    at--
  }
}

/** Bytes in variation selectors: U+FE00 to U+FE0F are 0 to 15, U+E0100 to U+E01EF are 16 to 255. */
export function decodeSelectors(excerpt: Excerpt): void {
  const { source } = excerpt
  for (let at = 0; at < source.length;) {
    if (selectorAt(source, at) < 0) {
      at++
      continue
    }
    const start = at
    const run = scratchRun()
    for (let byte = selectorAt(source, at); byte >= 0; byte = selectorAt(source, at)) {
      const width = byte < 16 ? 1 : 2
      pushByte(run, byte, at, at + width)
      at += width
    }
    if (run.length >= SELECTORS_MIN && looksLikeText(run)) pushHidden(excerpt, run, start, at)
  }
}

/** Writes the hidden text on a line of its own, separate from adjacent visible words. */
function pushHidden(excerpt: Excerpt, run: ByteRun, start: number, end: number): void {
  const from = run.starts[0]!
  const to = run.ends[0]!
  const last = run.length - 1
  const lastStart = run.starts[last]!
  const lastEnd = run.ends[last]!
  beginRun(excerpt, start)
  pushDecoded(excerpt, 0x0a, from, to)
  endRun(excerpt, start)
  pushBytes(excerpt, run, start, end)
  pushDecoded(excerpt, 0x0a, lastStart, lastEnd)
}

/** Decodes bits in zero-width characters, eight per letter; either of the two characters may be the 1. */
export function decodeZeroWidth(excerpt: Excerpt): void {
  const { source } = excerpt
  for (let at = 0; at < source.length;) {
    const start = at
    while (at < source.length && isBit(source.charCodeAt(at))) at++
    if (at - start >= ZERO_WIDTH_BITS_MIN) tryBits(excerpt, start, at)
    else at = Math.max(at, start + 1)
  }
}

function tryBits(excerpt: Excerpt, start: number, end: number): void {
  const zero = excerpt.source.charCodeAt(start)
  for (const flip of [0, 1]) {
    const run = bitsOf(excerpt.source, start, end, zero, flip)
    if (!looksLikeText(run)) continue
    pushHidden(excerpt, run, start, end)
    return
  }
}

function bitsOf(source: string, start: number, end: number, zero: number, flip: number): ByteRun {
  const run = scratchRun()
  for (let i = start; i + 8 <= end; i += 8) {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) byte = (byte << 1) | ((source.charCodeAt(i + bit) === zero ? 0 : 1) ^ flip)
    pushByte(run, byte, i, i + 8)
  }
  return run
}

function isBit(unit: number): boolean {
  return (unit >= 0x200b && unit <= 0x200d) || unit === 0x2060 || unit === 0xfeff
}

function isTag(source: string, at: number): boolean {
  return source.charCodeAt(at) === 0xdb40 && source.charCodeAt(at + 1) >= 0xdc00 && source.charCodeAt(at + 1) <= 0xdc7f
}

function selectorAt(source: string, at: number): number {
  const unit = source.charCodeAt(at)
  if (unit >= 0xfe00 && unit <= 0xfe0f) return unit - 0xfe00
  if (unit !== 0xdb40) return -1
  const low = source.charCodeAt(at + 1)
  return low >= 0xdd00 && low <= 0xddef ? low - 0xdd00 + 16 : -1
}
