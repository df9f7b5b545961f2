/**
 * Scripts without spaces between words: a name in a Chinese or Thai sentence has letters on both sides, so an edge of such a script is
 * always a word boundary.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/** Korean appends particles to nouns, so a word may end before another Hangul letter. */
const HANGUL = /\p{Script=Hangul}/u
const WORD = /[\p{L}\p{N}\p{M}_]/u

/**
 * Whether `[start, end)` of the text is a whole word: no letter, digit or mark continues it on either side. A non-letter edge ("C++",
 * "#tag") needs no boundary there.
 */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return isBorder(before(text, start), at(text, start)) && isEnd(before(text, end), at(text, end))
}

function isEnd(left: string, right: string): boolean {
  return isBorder(left, right) || (left.charCodeAt(0) > 0x7f && HANGUL.test(left) && HANGUL.test(right))
}

/** Whether a word may start or end between the two characters. */
function isBorder(left: string, right: string): boolean {
  if (left === '' || right === '') return true
  if (!isWord(left) || !isWord(right)) return true
  return isUnspaced(left) || isUnspaced(right)
}

function isUnspaced(char: string): boolean {
  return char.charCodeAt(0) > 0x7f && UNSPACED.test(char)
}

function isWord(char: string): boolean {
  const unit = char.charCodeAt(0)
  if (unit > 0x7f) return WORD.test(char)
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 0x5f
}

/** Returns the character at an offset, complete even with two code units. */
function at(text: string, offset: number): string {
  const point = text.codePointAt(offset)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function before(text: string, offset: number): string {
  if (offset <= 0) return ''
  const low = text.charCodeAt(offset - 1)
  const isPair = (low & 0xfc00) === 0xdc00 && offset >= 2 && (text.charCodeAt(offset - 2) & 0xfc00) === 0xd800
  return text.slice(offset - (isPair ? 2 : 1), offset)
}
