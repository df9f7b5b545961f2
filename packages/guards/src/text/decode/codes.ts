import { looksLikeText, pushByte, pushBytes, scratchRun } from './byte-run.ts'
import { mayTry, type Excerpt } from './excerpt.ts'
import { hexDigit } from './hex-digits.ts'

/** Fewer numbers in a row are a date, a version or an address. */
const CODES_MIN = 4
/** A row that breaks off at a number of another kind may be of this kind by chance only. */
const BROKEN_ROW_MIN = 12
const GAP_MAX = 3
const GAP_SIGNS = ' ,;:-_/|\t\r\n[]()+.'
const TOKEN_UNITS_MAX = 8

/** A notation of bytes as numbers. */
interface Notation {
  readonly base: 2 | 8 | 10 | 16
  readonly digitsMin: number
  readonly digitsMax: number
}

const HEX: Notation = { base: 16, digitsMin: 2, digitsMax: 2 }
const DECIMAL: Notation = { base: 10, digitsMin: 2, digitsMax: 3 }
const OCTAL: Notation = { base: 8, digitsMin: 2, digitsMax: 3 }
const BINARY: Notation = { base: 2, digitsMin: 7, digitsMax: 8 }

/** Bytes in hexadecimal, written apart: `69 67 6e`, `69:67`, `0x69, 0x67`. */
export function decodeHexCodes(excerpt: Excerpt): void {
  decodeCodes(excerpt, HEX)
}

/** Character codes in decimal: `105 103 110`. */
export function decodeDecimalCodes(excerpt: Excerpt): void {
  decodeCodes(excerpt, DECIMAL)
}

/** Character codes in octal: `151 147 156`. */
export function decodeOctalCodes(excerpt: Excerpt): void {
  decodeCodes(excerpt, OCTAL)
}

/** Decodes groups of eight binary digits, separate or consecutive. */
export function decodeBinaryCodes(excerpt: Excerpt): void {
  decodeCodes(excerpt, BINARY)
}

/** Finds rows of numbers in one notation and keeps those that decode to text. */
function decodeCodes(excerpt: Excerpt, notation: Notation): void {
  const { source, places } = excerpt
  let at = 0
  for (let n = 0; n < places.length; n += 2) {
    const to = places[n + 1]!
    at = Math.max(at, places[n]!)
    while (at < to && mayTry(excerpt)) {
      const unit = source.charCodeAt(at)
      if (digitOf(unit, notation.base) < 0 || isWordUnit(source.charCodeAt(at - 1))) at++
      else at = rowAt(excerpt, at, notation)
    }
  }
}

function rowAt(excerpt: Excerpt, start: number, notation: Notation): number {
  const { source } = excerpt
  const run = scratchRun()
  let at = start
  let end = start
  while (at < source.length) {
    const token = afterPrefix(source, at, notation)
    const tokenEnd = endOfDigits(source, token, notation)
    if (isWordUnit(source.charCodeAt(tokenEnd)) || !pushToken(run, source, token, tokenEnd, notation)) {
      if (run.length === 0) return Math.max(tokenEnd, start + 1)
      break
    }
    end = tokenEnd
    at = tokenEnd
    while (at - tokenEnd < GAP_MAX && at < source.length && GAP_SIGNS.includes(source[at]!)) at++
    if (at === tokenEnd) break
  }
  const broken = (at < source.length && hexDigit(source.charCodeAt(at)) >= 0) || followsNumber(source, start)
  if (run.length < (broken ? BROKEN_ROW_MIN : CODES_MIN)) return end
  excerpt.tried++
  if (looksLikeText(run)) pushBytes(excerpt, run, start, end)
  return end
}

/** Whether another number directly precedes this row. */
function followsNumber(source: string, start: number): boolean {
  let at = start - 1
  while (start - at <= GAP_MAX && at >= 0 && GAP_SIGNS.includes(source[at]!)) at--
  const unit = source.charCodeAt(at)
  return at < start - 1 && unit >= 0x30 && unit <= 0x39
}

function afterPrefix(source: string, at: number, { base }: Notation): number {
  const mark = base === 16 ? 0x78 : base === 2 ? 0x62 : base === 8 ? 0x6f : 0
  return mark !== 0 &&
    source[at] === '0' &&
    (source.charCodeAt(at + 1) | 0x20) === mark &&
    digitOf(source.charCodeAt(at + 2), base) >= 0
    ? at + 2
    : at
}

/** Adds the decoded character; returns false where the digits do not fit the notation. */
function pushToken(
  run: ReturnType<typeof scratchRun>,
  source: string,
  start: number,
  end: number,
  { base, digitsMin, digitsMax }: Notation,
): boolean {
  const length = end - start
  if (base === 2 && length > TOKEN_UNITS_MAX && length % TOKEN_UNITS_MAX === 0) {
    for (let i = start; i < end; i += TOKEN_UNITS_MAX)
      pushByte(run, valueOf(source, i, i + TOKEN_UNITS_MAX, 2), i, i + TOKEN_UNITS_MAX)
    return true
  }
  if (length < digitsMin || length > digitsMax) return false
  const value = valueOf(source, start, end, base)
  if (value > 0xff) return false
  pushByte(run, value, start, end)
  return true
}

function endOfDigits(source: string, start: number, { base }: Notation): number {
  let end = start
  while (end < source.length && digitOf(source.charCodeAt(end), base) >= 0) end++
  return end
}

function valueOf(source: string, start: number, end: number, base: number): number {
  let value = 0
  for (let i = start; i < end; i++) value = value * base + digitOf(source.charCodeAt(i), base)
  return value
}

function digitOf(unit: number, base: number): number {
  const digit = hexDigit(unit)
  return digit < base ? digit : -1
}

function isWordUnit(unit: number): boolean {
  const small = unit | 0x20
  return (unit >= 0x30 && unit <= 0x39) || (small >= 0x61 && small <= 0x7a)
}
