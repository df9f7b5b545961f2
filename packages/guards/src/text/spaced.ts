import { newCodeUnits, pushRange, pushUnit, textOf, unitsOf, type CodeUnits } from './code-units.ts'
import { costOf, letterOf } from './language.ts'
import { letterFor } from './leet.ts'
import type { Rendering } from './normal.ts'
import { appendLinear, newOffsetMap, type OffsetMap } from './offset-map.ts'

/** So many single letters in a row are a word written apart; fewer are initials or list marks. */
const SINGLES_MIN = 4
/** Signs and blanks between two letters of a word written apart. */
const GAP_MAX = 3

interface Run {
  /** Positions of the letters. */
  readonly at: readonly number[]
  readonly end: number
  /** Long enough, and letters for the most part. */
  readonly isWord: boolean
}

/**
 * Joins words with spaced letters ("i g n o r e", "i.g.n.o.r.e"). The usual separator of a run is removed; a wider separator, or a space
 * where the usual separator has none, is a word boundary.
 */
export function joinSpaced(text: string): Rendering | undefined {
  const units = unitsOf(text)
  const map = newOffsetMap()
  let out: CodeUnits | undefined
  let copied = 0
  let word = false
  for (let i = 0; i < units.length; i++) {
    const before = word
    word = isWord(units[i]!)
    if (!word || before) continue
    const run = runAt(units, i)
    if (run === undefined) continue
    if (!run.isWord) {
      // Looked at once is enough: else a long row of numbers would be walked again from each of them.
      i = run.end - 1
      continue
    }
    out ??= newCodeUnits(text.length)
    appendLinear(map, out.length, copied)
    pushRange(out, units, copied, i)
    join(units, run, out, map)
    copied = run.end
    i = run.end - 1
  }
  if (out === undefined) return undefined
  appendLinear(map, out.length, copied)
  pushRange(out, units, copied, units.length)
  return { text: textOf(out), map }
}

/** Whether words with spaced letters start between these two units. */
export function hasSpaced(units: Uint16Array, from: number, to: number): boolean {
  let word = from > 0 && isWord(units[from - 1]!)
  for (let i = from; i < to; i++) {
    const before = word
    word = isWord(units[i]!)
    if (!word || before || isWord(units[i + 1]!)) continue
    const run = runAt(units, i)
    if (run === undefined) continue
    if (run.isWord && readsAsWords(units, run)) return true
    i = run.end - 1
  }
  return false
}

/** Maximum mean cost of adjacent letters in words; letters of lists and formulas cost more. */
const WORDS_COST_MAX = 9
/** Signs between letters of a list. */
const LIST_SIGNS = [0x2c, 0x3b, 0x7c, 0x0a]

/** Whether all letters have the same single symbol or space after each: a word of any content, but no alphabet. */
function isEven(units: Uint16Array, { at }: Run): boolean {
  const glue = units[at[0]! + 1]!
  if (LIST_SIGNS.includes(glue)) return false
  let steps = 0
  for (let n = 0; n < at.length; n++) {
    const place = at[n]!
    if (!isLetter(units[place]!)) return false
    if (n === 0) continue
    const before = at[n - 1]!
    if (place !== before + 2 || units[place - 1] !== glue) return false
    if ((units[place]! | 0x20) === (units[before]! | 0x20) + 1) steps++
  }
  return steps < at.length - 1
}

/** Separators of lists and prose; other symbols between letters mean a formula or a program. */
const PROSE_GAPS = ' \t\r\n\xa0.,-_*/\\|~\'":+^#'

function hasProseGaps(units: Uint16Array, { at }: Run): boolean {
  for (let i = at[0]!; i < at.at(-1)!; i++)
    if (!isWord(units[i]!) && units[i]! < 0x80 && !PROSE_GAPS.includes(String.fromCharCode(units[i]!))) return false
  return true
}

/** Whether the letters form pairs as in words, or are evenly separated. Only ASCII is evaluated. */
function readsAsWords(units: Uint16Array, run: Run): boolean {
  if (isEven(units, run)) return true
  if (!hasProseGaps(units, run)) return false
  const { at } = run
  let cost = 0
  let pairs = 0
  let before = 0
  for (const place of at) {
    const unit = units[place]!
    const letter = letterOf(letterFor(unit, 'first') || unit)
    if (before !== 0 && letter !== 0) {
      cost += costOf(before, letter)
      pairs++
    }
    before = letter
  }
  return cost <= WORDS_COST_MAX * pairs
}

function join(units: Uint16Array, run: Run, out: CodeUnits, map: OffsetMap): void {
  const glue = glueOf(units, run)
  for (const [n, at] of run.at.entries()) {
    if (n > 0 && isWordGap(units, run.at[n - 1]! + 1, at, glue)) {
      appendLinear(map, out.length, run.at[n - 1]! + 1)
      pushUnit(out, 0x20)
    }
    appendLinear(map, out.length, at)
    pushUnit(out, units[at]!)
  }
}

function runAt(units: Uint16Array, start: number): Run | undefined {
  if (isWord(units[start + 1]!) || (isWord(units[start + 2]!) && isWord(units[start + 3]!))) return undefined
  const at = [start]
  let letters = isLetter(units[start]!) ? 1 : 0
  let i = start + 1
  while (i < units.length) {
    let next = i
    while (next < units.length && next - i < GAP_MAX && !isWord(units[next]!)) next++
    if (next >= units.length || next === i || !isWord(units[next]!) || isWord(units[next + 1]!)) break
    at.push(next)
    if (isLetter(units[next]!)) letters++
    i = next + 1
  }
  return { at, end: i, isWord: at.length >= SINGLES_MIN && letters * 2 >= at.length }
}

interface Glue {
  readonly length: number
  readonly blank: boolean
}

function glueOf(units: Uint16Array, { at }: Run): Glue {
  let length = GAP_MAX
  for (let n = 1; n < at.length; n++) length = Math.min(length, at[n]! - at[n - 1]! - 1)
  let balance = 0
  for (let n = 1; n < at.length; n++)
    if (at[n]! - at[n - 1]! - 1 === length) balance += hasBlank(units, at[n - 1]! + 1, at[n]!) ? 1 : -1
  return { length, blank: balance > 0 }
}

function isWordGap(units: Uint16Array, start: number, end: number, glue: Glue): boolean {
  return end - start > glue.length || (!glue.blank && hasBlank(units, start, end))
}

function hasBlank(units: Uint16Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (units[i]! <= 0x20) return true
  return false
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0xc0 && unit < 0x2000)
}

/** Whether a unit is a letter, a digit, or a symbol that often replaces a letter; undefined, past the end, is none. */
function isWord(unit: number): boolean {
  return isLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x40 || unit === 0x24 || unit >= 0x3040
}
