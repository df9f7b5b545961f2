import { hexDigit } from './hex-digits.ts'

/** Minimum number of consecutive numbers of one notation that may be letters; fewer are a date, a version or an address. */
const ROW_MIN = 4
/** Signs and blanks between two of them. */
const GAP_MAX = 3
/** Maximum distance of four numbers' start before a place with dense digits; a longer row has more places. */
const BEFORE_UNITS = 16
/** A row that was found may have begun so much earlier, with numbers of few digits. */
const ROW_BEFORE_UNITS = 64
const TOKEN_UNITS_MAX = 8
const BITS_MIN = 32

/** Consecutive numbers so far, by notation of character codes. */
interface Rows {
  hex: number
  decimal: number
  octal: number
  binary: number
}

/**
 * Returns the places at which consecutive numbers may be character codes, with their start.
 * @param places places with dense digits, as alternating starts and ends
 */
export function codeRows(text: string, places: readonly number[]): readonly number[] {
  const rows: number[] = []
  let done = 0
  for (let n = 0; n < places.length; n += 2) {
    const from = Math.max(done, places[n]! - BEFORE_UNITS)
    const end = Math.max(from, places[n + 1]!)
    if (hasRow(text, from, end))
      rows.push(wordStart(text, Math.max(rows.at(-1) ?? 0, places[n]! - ROW_BEFORE_UNITS)), end)
    done = end
  }
  return rows
}

function wordStart(text: string, from: number): number {
  let at = from
  while (at > 0 && from - at < ROW_BEFORE_UNITS && isWordUnit(text.charCodeAt(at - 1))) at--
  return at
}

/** Units of a word that are looked at: more than any code has. */
const WORD_UNITS_MAX = 64

function hasRow(text: string, from: number, to: number): boolean {
  const rows: Rows = { hex: 0, decimal: 0, octal: 0, binary: 0 }
  let last = from
  for (let at = from; at < to;) {
    if (!isWordUnit(text.charCodeAt(at))) {
      at++
      continue
    }
    let end = at + 1
    // Codes are short: a longer word is none, and reading it completely once per place would take quadratic time.
    const farthest = Math.min(text.length, at + WORD_UNITS_MAX)
    while (end < farthest && isWordUnit(text.charCodeAt(end))) end++
    if (at - last > GAP_MAX) reset(rows)
    if (count(rows, text, at, end)) return true
    last = end
    at = end
  }
  return false
}

/** Adds one token; returns true when a row is long enough. */
function count(rows: Rows, text: string, start: number, end: number): boolean {
  if (hexDigit(text.charCodeAt(start)) < 0) {
    reset(rows)
    return false
  }
  const prefixed = text[start] === '0' && 'xXbBoO'.includes(text[start + 1] ?? ' ')
  const from = prefixed && end - start > 2 ? start + 2 : start
  const length = end - from
  if (length > TOKEN_UNITS_MAX) {
    reset(rows)
    return length >= BITS_MIN && length % TOKEN_UNITS_MAX === 0 && valueOf(text, from, end, 2) >= 0
  }
  const bits = length >= TOKEN_UNITS_MAX - 1 && valueOf(text, from, end, 2) >= 0
  const few = length === 2 || length === 3
  rows.binary = bits ? rows.binary + 1 : 0
  rows.hex = length === 2 && isCharacter(valueOf(text, from, end, 16)) ? rows.hex + 1 : 0
  rows.decimal = few && isCharacter(valueOf(text, from, end, 10)) ? rows.decimal + 1 : 0
  rows.octal = few && isCharacter(valueOf(text, from, end, 8)) ? rows.octal + 1 : 0
  return Math.max(rows.binary, rows.hex, rows.decimal, rows.octal) >= ROW_MIN
}

function reset(rows: Rows): void {
  rows.hex = 0
  rows.decimal = 0
  rows.octal = 0
  rows.binary = 0
}

/** Returns the number in this base, or -1 for an invalid digit. */
function valueOf(text: string, start: number, end: number, base: number): number {
  let value = 0
  for (let i = start; i < end; i++) {
    const digit = hexDigit(text.charCodeAt(i))
    if (digit < 0 || digit >= base) return -1
    value = value * base + digit
  }
  return value
}

/** A byte of text: not a control character other than blanks. */
function isCharacter(value: number): boolean {
  return (value >= 0x20 && value <= 0xff && value !== 0x7f) || value === 9 || value === 10 || value === 13
}

function isWordUnit(unit: number): boolean {
  const small = unit | 0x20
  return (unit >= 0x30 && unit <= 0x39) || (small >= 0x61 && small <= 0x7a)
}
