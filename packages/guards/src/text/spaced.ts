import { newCodeUnits, pushUnit, textOf } from './code-units.ts'
import type { Rendering } from './normal.ts'
import { appendLinear, newOffsetMap } from './offset-map.ts'

/** So many single letters in a row are a word written apart; fewer are initials or list marks. */
const SINGLES_MIN = 4
/** Signs and blanks between two letters of a word written apart. */
const GAP_MAX = 3

interface Run {
  /** Positions of the letters. */
  readonly at: readonly number[]
  readonly end: number
}

/**
 * Joins words whose letters stand apart ("i g n o r e", "i.g.n.o.r.e"). The usual gap of a run is taken as glue; a
 * wider gap, or a blank where the glue has none, parts two words.
 */
export function joinSpaced(text: string): Rendering | undefined {
  const out = newCodeUnits(text.length)
  const map = newOffsetMap()
  let joined = false
  let i = 0
  while (i < text.length) {
    const run = isWord(text.charCodeAt(i)) ? runAt(text, i) : undefined
    if (run === undefined) {
      // A longer word is copied whole, so that no run begins inside it.
      do {
        appendLinear(map, out.length, i)
        pushUnit(out, text.charCodeAt(i))
        i++
      } while (i < text.length && isWord(text.charCodeAt(i)) && isWord(text.charCodeAt(i - 1)))
      continue
    }
    joined = true
    const glue = glueOf(text, run)
    for (const [n, at] of run.at.entries()) {
      if (n > 0 && isWordGap(text, run.at[n - 1]! + 1, at, glue)) {
        appendLinear(map, out.length, run.at[n - 1]! + 1)
        pushUnit(out, 0x20)
      }
      appendLinear(map, out.length, at)
      pushUnit(out, text.charCodeAt(at))
    }
    i = run.end
  }
  return joined ? { text: textOf(out), map } : undefined
}

function runAt(text: string, start: number): Run | undefined {
  if (isWord(text.charCodeAt(start + 1))) return undefined
  const at = [start]
  let letters = isLetter(text.charCodeAt(start)) ? 1 : 0
  let i = start + 1
  while (i < text.length) {
    let next = i
    while (next < text.length && next - i < GAP_MAX && !isWord(text.charCodeAt(next))) next++
    if (next >= text.length || next === i || !isWord(text.charCodeAt(next)) || isWord(text.charCodeAt(next + 1))) break
    at.push(next)
    if (isLetter(text.charCodeAt(next))) letters++
    i = next + 1
  }
  return at.length >= SINGLES_MIN && letters * 2 >= at.length ? { at, end: i } : undefined
}

interface Glue {
  readonly length: number
  readonly blank: boolean
}

function glueOf(text: string, { at }: Run): Glue {
  let length = GAP_MAX
  for (let n = 1; n < at.length; n++) length = Math.min(length, at[n]! - at[n - 1]! - 1)
  let balance = 0
  for (let n = 1; n < at.length; n++)
    if (at[n]! - at[n - 1]! - 1 === length) balance += hasBlank(text, at[n - 1]! + 1, at[n]!) ? 1 : -1
  return { length, blank: balance > 0 }
}

function isWordGap(text: string, start: number, end: number, glue: Glue): boolean {
  return end - start > glue.length || (!glue.blank && hasBlank(text, start, end))
}

function hasBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) <= 0x20) return true
  return false
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0xc0 && unit < 0x2000)
}

/** A letter, a digit, or a sign that often stands for a letter; NaN beyond the end is none. */
function isWord(unit: number): boolean {
  return isLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x40 || unit === 0x24 || unit >= 0x3040
}
