import { classOf, FOREIGN } from './characters.ts'
import { anyConfusable, scriptConfusable, latinConfusable } from './confusables.ts'
import { copyOf, textOf, type CodeUnits } from './code-units.ts'

const NOT_A_WORD = 0
const LATIN = 1
const FOREIGN_LETTER = 2
const JOINS = 3
/** A letter of a script without lookalikes of Latin. */
const UNRELATED = 4

/** Required certainty of neighbors before a word of only lookalikes is read as Latin. */
export interface FoldRule {
  /** True: only between Latin words. False: also where at most one neighbor is a real word of another script. */
  readonly needsLatinNeighbour: boolean
}

/** Rule of `normal`: in Latin text, a word of lookalikes is Latin. */
export const BETWEEN_LATIN: FoldRule = { needsLatinNeighbour: true }
/** Rule of `plain`: an isolated word of lookalikes may be a word of its own language, and `normal` keeps it. */
export const ANYWHERE: FoldRule = { needsLatinNeighbour: false }

/** A folded text of the same length. */
export interface Folded {
  readonly text: string
  /** Changed places, as alternating starts and ends. */
  readonly places: readonly number[]
}

/** Shorter lonely words of lookalikes ("а", "со") are words of their own language far more often than disguises. */
const LONELY_LETTERS_MIN = 3

interface Pass {
  readonly text: string
  readonly units: Uint16Array
  readonly rule: FoldRule
  /** Writable copy, created at the first change. */
  out: CodeUnits | undefined
  /** Script of the last word with other letters than lookalikes. */
  before: number
  /** Pending words of only lookalikes that wait for the next other word; none when start is -1. */
  pendingStart: number
  pendingEnd: number
  pendingLetters: number
  readonly places: number[]
}

/**
 * Folds lookalike letters word by word.
 * @param units code units of the text
 *
 * A word that mixes Latin with another script becomes wholly Latin, unless it is a Russian or Greek word with some Latin letters, which
 * becomes wholly Russian or Greek. A word of only lookalikes ("сор" may be Russian) is read as Latin by its neighbors: genuine Russian and
 * Greek text stays unchanged.
 */
export function foldMixedWords(text: string, units: Uint16Array, rule: FoldRule): Folded {
  const pass: Pass = {
    text,
    units,
    rule,
    out: undefined,
    before: NOT_A_WORD,
    pendingStart: -1,
    pendingEnd: 0,
    pendingLetters: 0,
    places: [],
  }
  let i = 0
  while (i < units.length) {
    const kind = kindOf(units[i]!)
    if (kind === NOT_A_WORD || kind === JOINS) i++
    else i = foldWord(pass, i)
  }
  settle(pass, NOT_A_WORD)
  return { text: pass.out === undefined ? text : textOf(pass.out), places: pass.places }
}

/** Handles the word at this offset and returns its end. */
function foldWord(pass: Pass, start: number): number {
  const { units } = pass
  let end = start
  let latin = 0
  let foreign = 0
  let strong = 0
  let sample = 0
  for (; end < units.length; end++) {
    const unit = units[end]!
    const kind = kindOf(unit)
    if (kind === LATIN) latin++
    else if (kind === FOREIGN_LETTER) {
      sample = unit
      foreign++
      if (latinConfusable(unit) !== 0) strong++
    } else if (kind === UNRELATED) {
      settle(pass, UNRELATED)
      return end + 1
    } else if (kind === NOT_A_WORD) break
  }
  if (foreign === 0) settle(pass, LATIN)
  else if (latin > 0) foldMixed(pass, start, end, latin, foreign, strong, sample)
  else if (strong === foreign) wait(pass, start, end, foreign)
  else settle(pass, FOREIGN_LETTER)
  return end
}

function foldMixed(
  pass: Pass,
  start: number,
  end: number,
  latin: number,
  foreign: number,
  strong: number,
  sample: number,
): void {
  let latinOnly = 0
  for (let i = start; i < end; i++) {
    const unit = pass.units[i]!
    if (kindOf(unit) === LATIN && scriptConfusable(unit, sample) === 0) latinOnly++
  }
  const saltedForeign = latinOnly === 0 && strong < foreign && foreign >= latin
  for (let i = start; i < end; i++) {
    const unit = pass.units[i]!
    const twin = saltedForeign ? scriptConfusable(unit, sample) : anyConfusable(unit)
    if (twin !== 0) write(pass, i, twin)
  }
  settle(pass, saltedForeign ? FOREIGN_LETTER : LATIN)
}

function wait(pass: Pass, start: number, end: number, letters: number): void {
  if (pass.pendingStart < 0) {
    pass.pendingStart = start
    pass.pendingLetters = 0
  }
  pass.pendingEnd = end
  pass.pendingLetters = Math.max(pass.pendingLetters, letters)
}

/** Resolves the pending words by the next other word. */
function settle(pass: Pass, after: number): void {
  if (pass.pendingStart >= 0 && readsAsLatin(pass, after))
    for (let i = pass.pendingStart; i < pass.pendingEnd; i++) {
      const twin = latinConfusable(pass.units[i]!)
      if (twin !== 0) write(pass, i, twin)
    }
  pass.pendingStart = -1
  pass.before = after
}

function readsAsLatin(pass: Pass, after: number): boolean {
  const { before } = pass
  const foreignNeighbours = (isForeign(before) ? 1 : 0) + (isForeign(after) ? 1 : 0)
  if (foreignNeighbours === 0 && (before === LATIN || after === LATIN)) return true
  return !pass.rule.needsLatinNeighbour && foreignNeighbours < 2 && pass.pendingLetters >= LONELY_LETTERS_MIN
}

function isForeign(kind: number): boolean {
  return kind === FOREIGN_LETTER || kind === UNRELATED
}

function write(pass: Pass, at: number, unit: number): void {
  pass.out ??= copyOf(pass.text)
  pass.out.units[at] = unit
  pass.out.seen |= unit
  const { places } = pass
  if (places.at(-1) === at) places[places.length - 1] = at + 1
  else places.push(at, at + 1)
}

const UNKNOWN = 255
const kinds = new Uint8Array(0x10000).fill(UNKNOWN)

function kindOf(unit: number): number {
  const known = kinds[unit]!
  return known === UNKNOWN ? (kinds[unit] = kindOfNew(unit)) : known
}

function kindOfNew(unit: number): number {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) ? LATIN : NOT_A_WORD
  if (unit < 0xc0 || unit === 0xd7 || unit === 0xf7) return NOT_A_WORD
  if (unit < 0x2b0 || (unit >= 0x1e00 && unit <= 0x1eff)) return LATIN
  if (unit >= 0x300 && unit < 0x370) return JOINS
  if (unit >= 0x2000 && unit < 0x2c00) return NOT_A_WORD
  if (unit >= 0x3000 && unit < 0x3040) return NOT_A_WORD
  return classOf(unit) === FOREIGN ? FOREIGN_LETTER : unit >= 0x530 && unit < 0xd800 ? UNRELATED : NOT_A_WORD
}
