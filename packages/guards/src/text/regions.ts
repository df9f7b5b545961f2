import { isAccent, isLatin } from './accents.ts'
import { ACCENTED, unitClass } from './characters.ts'
import { unitsOf } from './code-units.ts'
import { findLeet, NEAR_UNITS } from './leet-words.ts'
import type { Met } from './normal.ts'
import { LEET, flaggedRanges, REACH_UNITS, REPEATED, SPACED, type Scan } from './scan.ts'
import { hasSpaced } from './spaced.ts'

/** The parts of a text that `plain` may change. */
export interface Regions {
  /** Ordered and disjoint, as alternating starts and ends. */
  readonly places: readonly number[]
  /** Whether some of them have digits and symbols for letters, or spaced letters. */
  readonly leet: boolean
  readonly spaced: boolean
}

/**
 * Finds the regions at places that the scan noted, without reading the rest of the text again.
 * @param folded places changed before, as alternating starts and ends
 */
export function regionsOf(text: string, seen: Scan, met: Met, folded: readonly number[]): Regions {
  const found: number[] = [...folded]
  const leet = findLeet(text, flaggedRanges(seen, LEET), found)
  const spaced = findSpaced(text, flaggedRanges(seen, SPACED), found)
  findDrawnOut(text, flaggedRanges(seen, REPEATED), found)
  if (met.accented) findAccents(text, found)
  return { places: inOrder(found), leet, spaced }
}

function findSpaced(text: string, places: readonly number[], found: number[]): boolean {
  if (places.length === 0) return false
  const before = found.length
  const units = unitsOf(text)
  for (let n = 0; n < places.length; n += 2) {
    const from = Math.max(0, places[n]! - REACH_UNITS)
    const to = Math.min(text.length, places[n + 1]! + REACH_UNITS)
    if (hasSpaced(units, from, to)) found.push(from, to)
  }
  return found.length > before
}

function findDrawnOut(text: string, places: readonly number[], found: number[]): void {
  let done = 0
  for (let n = 0; n < places.length; n += 2) {
    const to = Math.min(text.length - 2, places[n + 1]! + 1)
    for (let i = Math.max(done, places[n]! - 2); i < to; i++) {
      if (!isTriple(text, i)) continue
      const [start, end] = wordAround(text, i, done)
      if (!isNatural(text, start, end)) found.push(start, end)
      done = end
      i = end
    }
  }
}

function isTriple(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (!isLatin(unit)) return false
  const small = unit | 0x20
  return (text.charCodeAt(at + 1) | 0x20) === small && (text.charCodeAt(at + 2) | 0x20) === small
}

function wordAround(text: string, at: number, floor: number): readonly [number, number] {
  let start = at
  let end = at + 3
  while (start > floor && isLatin(text.charCodeAt(start - 1))) start--
  while (end < text.length && isLatin(text.charCodeAt(end))) end++
  return [start, end]
}

const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i
const ROMAN_UNITS_MAX = 15
/** Maximum length of a word after repeated letters are merged; longer ones are names in data. */
const DRAWN_OUT_LETTERS_MAX = 24
/** Capitals so few are an abbreviation: IEEE. */
const ABBREVIATION_UNITS_MAX = 4
const CAPITALS = /^[A-Z]+$/
/** "Hmmm" and "brrr" are sounds. */
const VOWEL = /[aeiouy]/i
/** "addressSchema": a compound name, with three equal letters only where its words meet. */
const GROWN = /[a-z][A-Z]/
const SAME_CASE_TRIPLE = /([a-z])\1\1|([A-Z])\2\2/
/** Adjacent characters that mark a word as data. */
const DATA_SIGNS = '0123456789+/_='

/** Whether repeated letters are natural: a single repeated letter, a Roman numeral, a sound, or letters in data. */
function isNatural(text: string, start: number, end: number): boolean {
  let changes = 0
  for (let i = start + 1; i < end; i++) if ((text.charCodeAt(i) | 0x20) !== (text.charCodeAt(i - 1) | 0x20)) changes++
  if (changes === 0 || changes > DRAWN_OUT_LETTERS_MAX) return true
  if (DATA_SIGNS.includes(text[start - 1] ?? ' ') || DATA_SIGNS.includes(text[end] ?? ' ')) return true
  const word = text.slice(start, end)
  if (word.length <= ABBREVIATION_UNITS_MAX && CAPITALS.test(word)) return true
  if (!VOWEL.test(word) || (GROWN.test(word) && !SAME_CASE_TRIPLE.test(word))) return true
  return word.length <= ROMAN_UNITS_MAX && ROMAN.test(word)
}

function findAccents(text: string, found: number[]): void {
  const units = unitsOf(text)
  let last = -NEAR_UNITS
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    if (unit < 0xc0 || (unitClass(unit) !== ACCENTED && !isAccent(unit))) continue
    if (i - last < NEAR_UNITS) found[found.length - 1] = i + 1
    else found.push(i, i + 1)
    last = i
  }
}

/** Returns places sorted by start, with overlapping ones merged. */
function inOrder(found: readonly number[]): readonly number[] {
  let sorted = true
  for (let n = 2; n < found.length; n += 2) if (found[n]! < found[n - 1]!) sorted = false
  if (sorted) return found
  const order = Array.from({ length: found.length / 2 }, (_, n) => n * 2).sort((a, b) => found[a]! - found[b]!)
  const places: number[] = []
  for (const n of order) {
    if (places.length > 0 && found[n]! <= places.at(-1)!) places.push(Math.max(places.pop()!, found[n + 1]!))
    else places.push(found[n]!, found[n + 1]!)
  }
  return places
}
