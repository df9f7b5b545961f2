import { scratchRun, pushByte, pushBytes } from './byte-run.ts'
import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'
import { hexAt, hexDigit } from './hex-digits.ts'

const SIMPLE: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['"', 0x22],
  ["'", 0x27],
  ['/', 0x2f],
])
const BRACED_DIGITS_MAX = 6

/** Backslash escapes of programming languages: `\u0061`, `\u{61}`, `\U00000061`, `\x61`, `\141`, `\n`. */
export function decodeEscapes(excerpt: Excerpt): void {
  const { source } = excerpt
  let at = source.indexOf('\\')
  while (at >= 0 && excerpt.room > 0) at = source.indexOf('\\', escapeAt(excerpt, at))
}

function escapeAt(excerpt: Excerpt, at: number): number {
  const { source } = excerpt
  if (byteAt(source, at) >= 0) return bytesAt(excerpt, at)
  const kind = source[at + 1]
  if (kind === 'u' && source[at + 2] === '{') {
    let close = at + 3
    while (close - at - 3 < BRACED_DIGITS_MAX && hexDigit(source.charCodeAt(close)) >= 0) close++
    if (close === at + 3 || source[close] !== '}') return close
    return pushPoint(excerpt, hexAt(source, at + 3, close - at - 3), at, close + 1)
  }
  if (kind === 'u') return pushPoint(excerpt, hexAt(source, at + 2, 4), at, at + 6)
  if (kind === 'U') return pushPoint(excerpt, hexAt(source, at + 2, 8), at, at + 10)
  const simple = kind === undefined ? undefined : SIMPLE.get(kind)
  return simple === undefined ? at + 2 : pushPoint(excerpt, simple, at, at + 2)
}

function pushPoint(excerpt: Excerpt, point: number, start: number, end: number): number {
  if (point < 0 || point > 0x10ffff) return start + 2
  beginRun(excerpt, start)
  if (point > 0xffff) pushDecoded(excerpt, 0xd800 + ((point - 0x10000) >> 10), start, end)
  pushDecoded(excerpt, point > 0xffff ? 0xdc00 + ((point - 0x10000) & 0x3ff) : point, start, end)
  endRun(excerpt, end)
  return end
}

/** Reads consecutive escaped bytes, which are one UTF-8 text. */
function bytesAt(excerpt: Excerpt, at: number): number {
  const run = scratchRun()
  let end = at
  for (let byte = byteAt(excerpt.source, end); byte >= 0; byte = byteAt(excerpt.source, end)) {
    pushByte(run, byte, end, end + 4)
    end += 4
  }
  pushBytes(excerpt, run, at, end)
  return end
}

/** The byte of `\xHH` or of three octal digits here, or -1. */
function byteAt(source: string, at: number): number {
  if (source[at] !== '\\') return -1
  if (source[at + 1] === 'x' || source[at + 1] === 'X') return hexAt(source, at + 2, 2)
  let value = 0
  for (let i = at + 1; i <= at + 3; i++) {
    const digit = source.charCodeAt(i) - 0x30
    if (!(digit >= 0 && digit < 8)) return -1
    value = value * 8 + digit
  }
  return value < 0x100 ? value : -1
}
