import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'

/** Decoded bytes, each with its source range. */
export interface ByteRun {
  bytes: Uint8Array
  starts: Int32Array
  ends: Int32Array
  length: number
}

const BYTES_FIRST = 1024
const scratch: ByteRun = {
  bytes: new Uint8Array(BYTES_FIRST),
  starts: new Int32Array(BYTES_FIRST),
  ends: new Int32Array(BYTES_FIRST),
  length: 0,
}

/** Returns an empty run. There is a single, reused one: decode a run to its end before requesting the next. */
export function scratchRun(): ByteRun {
  scratch.length = 0
  return scratch
}

export function pushByte(run: ByteRun, byte: number, start: number, end: number): void {
  if (run.length === run.bytes.length) grow(run)
  run.bytes[run.length] = byte
  run.starts[run.length] = start
  run.ends[run.length] = end
  run.length++
}

/** Maximum percentage of bytes in text that are neither printable nor whitespace. */
const BAD_PERCENT_MAX = 5
/** Minimum percentage of letters in text: digits alone are numbers, not words. */
const LETTERS_PERCENT_MIN = 25

/** Whether the bytes read as text in UTF-8. */
export function looksLikeText(run: ByteRun): boolean {
  let bad = 0
  let letters = 0
  let characters = 0
  const allowed = (run.length * BAD_PERCENT_MAX) / 100
  for (let i = 0; i < run.length;) {
    const byte = run.bytes[i]!
    const width = sequenceAt(run, i)
    characters++
    if (width === 0 || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f) {
      bad++
      // Most wrong guesses show in the first bytes; stop there.
      if (bad > allowed || (bad > 1 && bad * 4 > i)) return false
    } else if (width > 1 || isLetter(byte)) letters++
    i += Math.max(1, width)
  }
  return letters * 100 >= characters * LETTERS_PERCENT_MIN
}

/** Whether the bytes are UTF-16 of mostly ASCII, as PowerShell's encoded commands are. */
export function looksLikeUtf16(run: ByteRun): boolean {
  if (run.length < 8 || (run.length & 1) === 1) return false
  let zeros = 0
  for (let i = 1; i < run.length; i += 2) {
    if (run.bytes[i] === 0) zeros++
    else if (zeros * 4 < i) return false
  }
  return zeros * 2 > run.length * 0.8
}

/** Adds the bytes to the excerpt as one decoded run over `[start, end)` of the source. */
export function pushBytes(excerpt: Excerpt, run: ByteRun, start: number, end: number): void {
  beginRun(excerpt, start)
  for (let i = 0; i < run.length;) {
    const width = sequenceAt(run, i)
    const last = i + Math.max(1, width) - 1
    const from = run.starts[i]!
    const to = run.ends[last]!
    const point = width === 0 ? 0xfffd : codePointAt(run, i, width)
    if (point > 0xffff) pushDecoded(excerpt, 0xd800 + ((point - 0x10000) >> 10), from, to)
    pushDecoded(excerpt, point > 0xffff ? 0xdc00 + ((point - 0x10000) & 0x3ff) : point, from, to)
    i = last + 1
  }
  endRun(excerpt, end)
}

/** As `pushBytes`, for UTF-16 little-endian. */
export function pushUtf16(excerpt: Excerpt, run: ByteRun, start: number, end: number): void {
  beginRun(excerpt, start)
  for (let i = 0; i + 1 < run.length; i += 2)
    pushDecoded(excerpt, run.bytes[i]! | (run.bytes[i + 1]! << 8), run.starts[i]!, run.ends[i + 1]!)
  endRun(excerpt, end)
}

/** Length of the valid UTF-8 sequence here, or 0. */
function sequenceAt(run: ByteRun, at: number): number {
  const first = run.bytes[at]!
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (at + width > run.length) return 0
  for (let i = at + 1; i < at + width; i++) if ((run.bytes[i]! & 0xc0) !== 0x80) return 0
  const point = codePointAt(run, at, width)
  const overlong = point < (width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000)
  return overlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? 0 : width
}

function codePointAt(run: ByteRun, at: number, width: number): number {
  if (width === 1) return run.bytes[at]!
  let point = run.bytes[at]! & (0x7f >> width)
  for (let i = at + 1; i < at + width; i++) point = (point << 6) | (run.bytes[i]! & 0x3f)
  return point
}

function isLetter(byte: number): boolean {
  const small = byte | 0x20
  return small >= 0x61 && small <= 0x7a
}

function grow(run: ByteRun): void {
  const size = run.bytes.length * 2
  const bytes = new Uint8Array(size)
  bytes.set(run.bytes)
  const starts = new Int32Array(size)
  starts.set(run.starts)
  const ends = new Int32Array(size)
  ends.set(run.ends)
  run.bytes = bytes
  run.starts = starts
  run.ends = ends
}
