import { copyOf, textOf, unitsOf, type CodeUnits } from './code-units.ts'
import type { Reading } from './plain.ts'

/** Digits and symbols, with their letters in either reading. */
const SIGNS = '013456789@$!|+€£¢§'
const READ_FIRST = 'oieasgtbgasiltelcs'
const READ_SECOND = 'oleasgtbgaslitelcs'

/** Longer tokens are keys, hashes and addresses. */
export const TOKEN_LETTERS_MAX = 24
/** A token of hexadecimal digits this long is a hash. */
const HASH_MIN = 7
/** Suffixes that make a number a measure or an ordinal: "10th", "5k", "100ms". */
const UNITS = new Set(
  'st nd rd th k m b g t s h d w y v a x w p c f l n kb mb gb tb kg mg km cm mm nm ml dl lb oz ft ms us ns am pm px em pt hz mhz ghz khz kw fps bn mn pcs min sec hr hrs qps rpm dpi bit way'.split(
    ' ',
  ),
)
const UNIT_LETTERS_MAX = 3
/** A last digit that is often a letter; others number things: "covid19", "file2". */
const LAST_DIGITS = '013457'
const WORD_BEFORE_LAST_DIGIT_MIN = 3

/**
 * Reads digits and signs inside words as the letters they imitate; the result has the length of the text.
 * @param accepts  which tokens, without the punctuation at their edges, are read so
 */
export function foldLeet(text: string, reading: Reading, accepts: typeof isLeet = isLeet): string {
  const units = unitsOf(text)
  let out: CodeUnits | undefined
  let start = 0
  let kinds = 0
  for (let i = 0; i <= units.length; i++) {
    const kind = i < units.length ? tokenKind(units[i]!) : 0
    if (kind !== 0) {
      kinds |= kind
      continue
    }
    if (kinds === (IS_LETTER | IS_SIGN)) {
      const [from, to] = trimmed(text, start, i)
      if (accepts(text, from, to)) {
        out ??= copyOf(text)
        for (let at = from; at < to; at++) {
          const letter = letterFor(units[at]!, reading)
          if (letter !== 0) out.units[at] = letter
        }
      }
    }
    kinds = 0
    start = i + 1
  }
  return out === undefined ? text : textOf(out)
}

/** Returns the letter for a digit or symbol, or 0. */
export function letterFor(unit: number, reading: Reading): number {
  return unit < SIGNS_END ? (reading === 'first' ? lettersFirst : lettersSecond)[unit]! : 0
}

const SIGNS_END = 0x20b0
const lettersFirst = new Uint8Array(SIGNS_END)
const lettersSecond = new Uint8Array(SIGNS_END)
for (let n = 0; n < SIGNS.length; n++) {
  lettersFirst[SIGNS.charCodeAt(n)] = READ_FIRST.charCodeAt(n)
  lettersSecond[SIGNS.charCodeAt(n)] = READ_SECOND.charCodeAt(n)
}

/** Without the symbols that are punctuation at the edge of a word. */
export function trimmed(text: string, start: number, end: number): readonly [number, number] {
  let from = start
  let to = end
  while (from < to && isLeading(text.charCodeAt(from))) from++
  while (from < to && isTrailing(text.charCodeAt(to - 1))) to--
  return [from, to]
}

/** `|` or `+`. */
function isLeading(unit: number): boolean {
  return unit === 0x7c || unit === 0x2b
}

/** `!`, `|`, `+` or `@`. */
function isTrailing(unit: number): boolean {
  return unit === 0x21 || unit === 0x7c || unit === 0x2b || unit === 0x40
}

/** Whether a token, trimmed, may have digits or signs for letters. It still may be a name, as `file1` is. */
export function isLeet(text: string, from: number, to: number): boolean {
  const length = to - from
  if (length < 2 || length > TOKEN_LETTERS_MAX) return false
  let letters = 0
  let digits = 0
  let lastLetter = -1
  let at = -1
  let plus = false
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (isLetter(unit)) {
      letters++
      lastLetter = i
    } else if (isDigit(unit)) digits++
    else if (unit === 0x40) at = i
    else if (unit === 0x2b) plus = true
  }
  const others = length - letters
  if (letters === 0 || others === 0 || others > 3 * letters) return false
  if (plus && letters < 3) return false
  if (at > from && text[to] === '.' && isLetter(text.charCodeAt(to + 1))) return false
  if (digits > 0 && isNumbering(text, from, to, lastLetter, digits, others)) return false
  return !(length >= HASH_MIN && digits > 1 && isHex(text, from, to))
}

/** Versions, ordinals, measures and numbered names. */
function isNumbering(
  text: string,
  from: number,
  to: number,
  lastLetter: number,
  digits: number,
  others: number,
): boolean {
  const dotted = text[to] === '.' && isDigit(text.charCodeAt(to + 1)) && isDigit(text.charCodeAt(to - 1))
  if (dotted || (text[from - 1] === '.' && isDigit(text.charCodeAt(from - 2)))) return true
  let letter = from
  while (letter < to && !isLetter(text.charCodeAt(letter))) letter++
  if (letter > from && letter - from === others) {
    if (digits > 1 && to - letter <= 2) return true
    if (to - letter <= UNIT_LETTERS_MAX && UNITS.has(text.slice(letter, to).toLowerCase())) return true
  }
  if (to - 1 - lastLetter !== others) return false
  // All digits are at the end.
  const item = digits === 1 && LAST_DIGITS.includes(text[to - 1]!)
  return !(item && lastLetter - from + 1 >= WORD_BEFORE_LAST_DIGIT_MIN)
}

export function isHex(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const small = text.charCodeAt(i) | 0x20
    if (!isDigit(text.charCodeAt(i)) && (small < 0x61 || small > 0x66)) return false
  }
  return true
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isLetter(unit: number): boolean {
  const small = unit | 0x20
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0xc0 && unit < 0x250)
}

export const IS_LETTER = 1
export const IS_SIGN = 2
const TOKEN_TABLE_END = 0x2100

/** Returns the kind of a code unit in a token: letter, digit or symbol, or 0 for its end. The last entry covers all other units. */
export function tokenKind(unit: number): number {
  return tokenTable[unit < TOKEN_TABLE_END ? unit : TOKEN_TABLE_END - 1]!
}

const tokenTable = new Uint8Array(TOKEN_TABLE_END)
for (let unit = 0; unit < TOKEN_TABLE_END; unit++) {
  if (isLetter(unit)) tokenTable[unit] = IS_LETTER
  else if (isDigit(unit) || SIGNS.includes(String.fromCharCode(unit))) tokenTable[unit] = IS_SIGN
}
