/**
 * Version as a sort key (by UTF-16 code units, the order of `<` on strings) in the order of its ecosystem. Two spellings of one version
 * have one key. Keys make every order total by construction, even for malicious versions, and comparing them needs no parsing. Keys of
 * different ecosystems are not comparable.
 */
export type VersionKey = string

/** Number of digits up to which the length of a number is one code unit of its key. */
const SHORT_DIGITS_MAX = 64

/** Length marks are above all kind marks and above ASCII text, and below U+0100: one byte per unit in V8. */
const LENGTH_BASE = 0x80

/** Digits of the length of a number that is longer; more than a version of 9 MB is needed to overrun them. */
const LONG_LENGTH_DIGITS = 7

const SHORT_MARKS = Array.from({ length: SHORT_DIGITS_MAX }, (_, length) => String.fromCharCode(LENGTH_BASE + length))
const LONG_MARK = String.fromCharCode(LENGTH_BASE + SHORT_DIGITS_MAX)
const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)

/** The key of nought. */
export const ZERO_KEY: VersionKey = String.fromCharCode(LENGTH_BASE)

/** Returns the key of a number of any length, given as digits; leading zeros are ignored, no digits are zero. */
export function numberKey(digits: string): VersionKey {
  let zeros = 0
  while (digits.charCodeAt(zeros) === ZERO) zeros += 1
  const plain = zeros === 0 ? digits : digits.slice(zeros)
  const short = SHORT_MARKS[plain.length]
  if (short !== undefined) return short + plain
  return LONG_MARK + String(plain.length).padStart(LONG_LENGTH_DIGITS, '0') + plain
}

/** Returns the key of a count: smaller counts come first, below every number key. At most 99,999,999. */
export function countKey(count: number): VersionKey {
  return String(count).padStart(LONG_LENGTH_DIGITS + 1, '0')
}

/** Returns the key of a count in descending order. */
export function descendingCountKey(count: number): VersionKey {
  return countKey(99_999_999 - count)
}

/** End of a text in a key: a prefix sorts before longer texts. */
export const TEXT_END = '\u0000'

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** Whether the unit is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** Index of the first unit at or after `at` that is no digit. */
export function digitsEnd(text: string, at: number): number {
  let end = at
  while (isDigit(text.charCodeAt(end))) end += 1
  return end
}

/** Index of the first unit at or after `at` that is no ASCII letter. */
export function lettersEnd(text: string, at: number): number {
  let end = at
  while (isLetter(text.charCodeAt(end))) end += 1
  return end
}

/** Returns whether the text consists of one or more digits. */
export function isNumber(text: string): boolean {
  return text !== '' && digitsEnd(text, 0) === text.length
}
