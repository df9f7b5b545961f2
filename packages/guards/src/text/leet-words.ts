import { baseOf, isLatin } from './accents.ts'
import { costOf, letterOf } from './language.ts'
import { IS_LETTER, IS_SIGN, isDigit, isHex, isLeet, letterFor, TOKEN_LETTERS_MAX, tokenKind, trimmed } from './leet.ts'

/** Context of a found word: nearby text is in its excerpt, with as much text again after it. */
export const NEAR_UNITS = 64
/** Minimum length of a token with substituted letters; two characters may be anything: "4o", "i5". */
const WORD_UNITS_MIN = 3
/** Maximum mean cost of a letter pair in a word: English words have 2 to 8, part names 8 to 14. */
const WORD_COST_MAX = 8.2
/** Initial consonant pairs of words; before any other pair, an `@` is a letter of the word and no mention. */
const ONSETS = new Set(
  'bl br ch cl cr dr dw fl fr gh gl gn gr hy kn ph pl pr ps py rh sc sh sk sl sm sn sp sq st sw sy th tr ts tw ty wh wr'.split(
    ' ',
  ),
)
const VOWELS = 'aeiou'
/** Maximum length of a word with a digit as its last letter; longer ones are names with a number. */
const LAST_DIGIT_LETTERS_MAX = 5
/** Capitals and digits so few are codes of a part, a postcode or a firm. */
const CODE_UNITS_MAX = 3
/** A token that contains two words is no word with one substituted letter. */
const HALF_LETTERS_MIN = 3
const HEX_GROUP_MIN = 6
/** Final digits that often replace a letter in an otherwise plain word; other digits are numbers. */
const TELLING_LAST_DIGITS = '03'
const DURATION = /^(?:\d+[dhmsw])+$/
/** Prefixes that make a token a code: percent escapes, backslash escapes, colors, entities. */
const CODE_MARKS = '%\\#&'

/**
 * Adds the words of these places that certainly have digits or symbols for letters. Near them, `foldLeet` also converts doubtful words.
 * @returns whether there are any
 */
export function findLeet(text: string, places: readonly number[], found: number[]): boolean {
  const before = found.length
  let done = 0
  for (let n = 0; n < places.length; n += 2) {
    let start = Math.max(done, places[n]! - 1)
    while (start > done && tokenKind(text.charCodeAt(start - 1)) !== 0) start--
    const to = places[n + 1]!
    while (start < to) {
      let end = start
      let kinds = 0
      for (let kind; end < text.length && (kind = tokenKind(text.charCodeAt(end))) !== 0; end++) kinds |= kind
      if (kinds === (IS_LETTER | IS_SIGN) && end - start <= 2 * TOKEN_LETTERS_MAX) {
        const [from, last] = trimmed(text, start, end)
        if (isSurelyLeet(text, from, last)) {
          found.push(from, last)
          end = tokenEnd(text, last + NEAR_UNITS)
        }
      }
      start = end + 1
    }
    done = start
  }
  return found.length > before
}

function tokenEnd(text: string, at: number): number {
  let end = at
  while (tokenKind(text.charCodeAt(end)) !== 0) end++
  return end
}

/** Shorter tokens match short words by accident: "a35", "51l05". */
const LISTED_UNITS_MIN = 6

/**
 * Whether a token may be compared with the words of a list. A match with a listed word replaces the test of whether the
 * token reads as English, which rare names fail. At least half of the token must be letters.
 */
export function isListedLeet(text: string, from: number, to: number): boolean {
  if (to - from < LISTED_UNITS_MIN || !isLeet(text, from, to) || isHexGroup(text, from, to)) return false
  if (from > 0 && CODE_MARKS.includes(text[from - 1]!)) return false
  return lettersIn(text, from, to) * 2 >= to - from
}

function isSurelyLeet(text: string, from: number, to: number): boolean {
  if (to - from < WORD_UNITS_MIN || !isLeet(text, from, to)) return false
  if (from > 0 && CODE_MARKS.includes(text[from - 1]!)) return false
  return (
    !isNumbered(text, from, to) &&
    !isHexGroup(text, from, to) &&
    areLeetSigns(text, from, to) &&
    readsAsWord(text, from, to)
  )
}

/** A number before a word, a last digit that counts, a lone letter between digits ("3x3"), a duration ("7m44s"). */
function isNumbered(text: string, from: number, to: number): boolean {
  let letters = 0
  let first = -1
  let last = -1
  let capitals = true
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (!isLatin(baseOf(unit))) continue
    if ((unit & 0x20) !== 0) capitals = false
    letters++
    if (first < 0) first = i
    last = i
  }
  const others = to - from - letters
  if (letters < 2 || (capitals && to - from <= CODE_UNITS_MAX)) return true
  if (first - from === others && others > 1) return true
  if (isDigit(text.charCodeAt(from)) && DURATION.test(text.slice(from, to))) return true
  if (to - 1 - last !== others) return isTypeName(text, from, to, others)
  if (capitals || letters > LAST_DIGIT_LETTERS_MAX || !TELLING_LAST_DIGITS.includes(text[to - 1]!)) return true
  return VOWELS.includes(text[last]!.toLowerCase())
}

/** Whether a token is like "Uint8Array": one number, directly followed by a capital, with small letters before. */
function isTypeName(text: string, from: number, to: number, others: number): boolean {
  for (let i = from + 1; i + 1 < to; i++) {
    const after = text.charCodeAt(i + 1)
    if (others === 1 && isDigit(text.charCodeAt(i)))
      return (text.charCodeAt(i - 1) & 0x20) !== 0 && after >= 0x41 && after <= 0x5a
  }
  return false
}

/** A part of an identifier: "46f4" between hyphens, or six hexadecimal digits on their own. */
function isHexGroup(text: string, from: number, to: number): boolean {
  if (!isHex(text, from, to)) return false
  return (
    to - from >= HEX_GROUP_MIN ||
    text[from - 1] === '-' ||
    text[to] === '-' ||
    text[from - 1] === ':' ||
    text[to] === ':'
  )
}

/** Whether each symbol of the token may be a letter, in contrast to its meaning in addresses, mentions and programs. */
function areLeetSigns(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const sign = text[i]!
    if (!'@$!|+'.includes(sign)) continue
    if (i > from && sign === '|' && lettersIn(text, from, to) < BAR_LETTERS_MIN) return false
    if (i > from && i - from >= HALF_LETTERS_MIN && to - i - 1 >= HALF_LETTERS_MIN) return false
    if (i > from && sign === '@' && VERSION.test(text.slice(i + 1, to))) return false
    if (i > from) continue
    if (sign === '@' ? mayBegin(text, i + 1) : !isInProse(text, from, to)) return false
  }
  return true
}

/** Fewer letters around a bar are an alternative: "a|b". */
const BAR_LETTERS_MIN = 3

function lettersIn(text: string, from: number, to: number): number {
  let letters = 0
  for (let i = from; i < to; i++) if (isLatin(text.charCodeAt(i))) letters++
  return letters
}

const VERSION = /^v\d/

/** Whether a word may start with these two letters. */
function mayBegin(text: string, at: number): boolean {
  const two = text.slice(at, at + 2).toLowerCase()
  return VOWELS.includes(two[0]!) || VOWELS.includes(two[1]!) || ONSETS.has(two)
}

/** Blanks around, or the punctuation of a sentence after, no assignment, and no capital that a variable has. */
function isInProse(text: string, from: number, to: number): boolean {
  for (let i = from + 2; i < to; i++) if (text.charCodeAt(i) >= 0x41 && text.charCodeAt(i) <= 0x5a) return false
  if (from > 0 && text.charCodeAt(from - 1) > 0x20) return false
  let after = to
  while (after < text.length && '.,!?'.includes(text[after]!)) after++
  if (after < text.length && text.charCodeAt(after) > 0x20) return false
  return text[after + 1] !== '='
}

/** Whether the token, with digits and symbols replaced by letters, consists of letter pairs as in words. */
function readsAsWord(text: string, from: number, to: number): boolean {
  let first = 0
  let second = 0
  let beforeFirst = 0
  let beforeSecond = 0
  for (let i = from; i <= to; i++) {
    const unit = i < to ? text.charCodeAt(i) : 0
    const letter = letterOf(baseOf(unit))
    const item = letter === 0 ? letterOf(letterFor(unit, 'first')) : letter
    const two = letter === 0 ? letterOf(letterFor(unit, 'second')) : letter
    if (i < to && item === 0) return false
    first += costOf(beforeFirst, item)
    second += costOf(beforeSecond, two)
    beforeFirst = item
    beforeSecond = two
  }
  return Math.min(first, second) <= WORD_COST_MAX * (to - from + 1)
}
