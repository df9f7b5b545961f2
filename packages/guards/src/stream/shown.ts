import { classOf, isMark, KEEP, REMOVE, SPACE } from '../text/characters.ts'

/** The visible text, and its offset map. */
export interface Shown {
  readonly text: string
  /** Returns the source offset of an offset in `text`; the end maps to the end. */
  readonly toSource: (offset: number) => number
}

/** Some orthographies use two marks per letter; views and searches drop longer stacks, so these do not count here. */
const MARKS_MAX = 2

/** Marks that orthographies require and that the normal form keeps: points, vowel signs, tones of these scripts. */
const SPELLING_FROM = 0x0591
const SPELLING_TO = 0x17d3
const MARK = /^\p{M}$/u

/**
 * Returns the text without invisible characters and stacked marks. Views drop these, so they must not count as text after an offset.
 * @returns `undefined` where the text contains neither
 */
export function shownOf(source: string): Shown | undefined {
  let stored: Int32Array | undefined
  let length = 0
  let text = ''
  /** Start of the next copied piece. */
  let from = 0
  let marks = 0
  for (let at = 0, width = 1; at < source.length; at += width) {
    width = 1
    const unit = source.charCodeAt(at)
    if (unit >= 0x20 && unit < 0x7f) {
      marks = unit === 0x20 ? MARKS_MAX : 0
      continue
    }
    const point = source.codePointAt(at)!
    width = point > 0xffff ? 2 : 1
    const kind = classOf(point)
    if (kind !== REMOVE) {
      marks = isPiled(point, kind) ? marks + 1 : isBlank(point, kind) ? MARKS_MAX : 0
      if (marks <= MARKS_MAX) continue
    }
    stored ??= new Int32Array(source.length + 1)
    text += source.slice(from, at)
    for (; from < at; from += 1) stored[length++] = from
    from = at + width
  }
  if (stored === undefined) return undefined
  text += source.slice(from)
  for (; from < source.length; from += 1) stored[length++] = from
  stored[length] = source.length
  const map = stored
  return { text, toSource: (offset) => map[offset]! }
}

/** No letter that marks could belong to. */
function isBlank(point: number, kind: number): boolean {
  return kind === SPACE || point <= 0x20
}

function isPiled(point: number, kind: number): boolean {
  if (isMark(kind)) return true
  return kind === KEEP && point >= SPELLING_FROM && point <= SPELLING_TO && MARK.test(String.fromCodePoint(point))
}
