import { Failure } from '../failure.ts'
import { chooseAlphabet, type Alphabet } from './alphabet.ts'
import { foldLow, foldTables, foldText } from './fold.ts'
import {
  borrowChunk,
  buildPairFilter,
  type Chunk,
  CHUNK_UNITS,
  fillChunk,
  FILTER_BYTES,
  nextPair,
  type PairFilter,
  returnChunk,
} from './pair-filter.ts'
import { fillTable, type Table } from './trie.ts'

/** Maximum size of one automaton's tables: 5,000 keywords of ten letters take about 10 MB, and a tenant has at most a few automata. */
export const AUTOMATON_BYTES_MAX = 64 * 1024 * 1024

/** Limits the cost of duplicates, which share their states. Higher than any list in the contract. */
export const AUTOMATON_PATTERNS_MAX = 200_000

/** For shorter texts the automaton is faster than the filter. */
const FILTERED_UNITS_MIN = 96

/** If the automaton must process more characters of a chunk than this, … */
const WALKED_UNITS_MAX = 128

/** … and more than one in this many, letting it continue is faster than switching. */
const WALKED_SHARE = 3

/** The first chunk is short, to detect non-ASCII text early. */
const FIRST_CHUNK_UNITS = 256

/** Number of characters without the filter after non-ASCII text, or text with many pattern starts. */
const UNASKED_UNITS = 8_192

export interface AutomatonOptions {
  /** Unicode simple case folding, length-preserving: offsets are those of the original text. */
  readonly ignoreCase?: boolean
}

export interface Automaton {
  readonly patternCount: number
  /**
   * Reports every occurrence of every pattern in one pass, including overlapping occurrences, ordered by end, longest first. Duplicate
   * patterns are in the given order.
   * @param onHit receives the pattern's index and the exclusive end of the occurrence in UTF-16 code units; the start is `end -
   * patterns[pattern].length`. Returning false stops the scan.
   */
  scan(text: string, onHit: (pattern: number, end: number) => boolean | void): void
  /** Returns one byte per pattern: 1 if it occurs in the text. Stops when all patterns were found. */
  present(text: string): Uint8Array
  /** Memory size of the tables. */
  readonly tableBytes: number
}

/**
 * Compiles many literal patterns into one deterministic automaton (Aho-Corasick with all transitions precomputed), so that the scan time
 * depends only on the text and its hits, not on the number of patterns.
 * @throws {Failure} `invalid_request` for an empty pattern, too many patterns, or tables over `AUTOMATON_BYTES_MAX`
 */
export function buildAutomaton(patterns: readonly string[], options: AutomatonOptions = {}): Automaton {
  const ignoreCase = options.ignoreCase ?? false
  if (patterns.length > AUTOMATON_PATTERNS_MAX) {
    throw new Failure('invalid_request', `${patterns.length} patterns exceed the limit of ${AUTOMATON_PATTERNS_MAX}.`)
  }
  const empty = patterns.indexOf('')
  if (empty !== -1) throw new Failure('invalid_request', `Pattern ${empty + 1} of ${patterns.length} is empty.`)
  const folded = ignoreCase ? patterns.map(foldText) : patterns
  const alphabet = chooseAlphabet(folded, ignoreCase)
  return new DenseAutomaton(folded, alphabet, fillTable(folded, alphabet, AUTOMATON_BYTES_MAX), ignoreCase)
}

type OnHit = (pattern: number, end: number) => boolean | void

/** A class, so that V8 uses one object shape in the hot loop. */
class DenseAutomaton implements Automaton {
  readonly patternCount: number
  readonly tableBytes: number
  readonly #patterns: readonly string[]
  readonly #alphabet: Alphabet
  readonly #table: Table
  readonly #lowSurrogates: Uint16Array | undefined
  #filter: PairFilter | undefined

  constructor(patterns: readonly string[], alphabet: Alphabet, table: Table, ignoreCase: boolean) {
    this.#patterns = patterns
    this.#alphabet = alphabet
    this.#table = table
    this.#lowSurrogates = ignoreCase ? foldTables().lowSurrogates : undefined
    this.patternCount = table.nextSame.length
    this.tableBytes = alphabet.bytes + table.bytes + FILTER_BYTES
  }

  scan(text: string, onHit: OnHit): void {
    this.#search(text, onHit)
  }

  present(text: string): Uint8Array {
    const found = new Uint8Array(this.patternCount)
    let missing = this.patternCount
    this.#search(text, (pattern) => {
      if (found[pattern] === 1) return true
      found[pattern] = 1
      missing -= 1
      return missing > 0
    })
    return found
  }

  #search(text: string, onHit: OnHit): void {
    const length = text.length
    if (length < FILTERED_UNITS_MIN) {
      this.#run(text, 0, length, onHit)
      return
    }
    const filter = (this.#filter ??= buildPairFilter(this.#patterns))
    const chunk = borrowChunk()
    try {
      let size = FIRST_CHUNK_UNITS
      let unasked = UNASKED_UNITS
      for (let from = 0; from >= 0 && from < length;) {
        const to = Math.min(length, from + size)
        if (fillChunk(chunk, text, from, to)) {
          from = this.#skim(text, from, to, chunk, filter, onHit)
          size = CHUNK_UNITS
          unasked = UNASKED_UNITS
        } else {
          from = this.#walk(text, from, Math.min(length, from + unasked), onHit)
          size = FIRST_CHUNK_UNITS
          unasked *= 2
        }
      }
    } finally {
      returnChunk(chunk)
    }
  }

  /**
   * Runs the automaton from its root over the units from `from` on, beyond `least`, until no occurrence that began before the last unit is
   * pending.
   * @returns the offset before which all occurrences were reported, or -1 if it was stopped
   */
  #walk(text: string, from: number, least: number, onHit: OnHit): number {
    const sure = Math.min(text.length, least + 1)
    const state = this.#run(text, from, sure, onHit)
    return state < 0 ? -1 : this.#settle(text, sure, state, onHit)
  }

  /** Runs from the root over `[from, to)`. @returns the state after the unit before `to`, or -1 if it was stopped */
  #run(text: string, from: number, to: number, onHit: OnHit): number {
    const { ascii } = this.#alphabet
    const { next, firstOutput } = this.#table
    let state = 0
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state >= firstOutput && !this.#report(state, i + 1, onHit)) return -1
    }
    return state
  }

  /** Continues to a shallow state. A separate loop, because this unpredictable branch would slow down the other loop. */
  #settle(text: string, from: number, started: number, onHit: OnHit): number {
    const { ascii } = this.#alphabet
    const { next, firstOutput, shallow } = this.#table
    const length = text.length
    let state = started
    for (let i = from; i < length; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state < shallow) return i
      if (state >= firstOutput && !this.#report(state, i + 1, onHit)) return -1
    }
    return length
  }

  /** Runs the automaton only where the filter detects a possible pattern start. Offsets are as in `#walk`. */
  #skim(text: string, from: number, to: number, chunk: Chunk, filter: PairFilter, onHit: OnHit): number {
    const { pairs } = chunk
    const count = to - from
    const last = (count >> 1) + 1
    let done = 0
    let walked = 0
    for (let k = nextPair(filter, pairs, 1, last); k <= last; k = nextPair(filter, pairs, (done >> 1) + 1, last)) {
      // A window at an odd offset starts before the first pair.
      const start = Math.max(done, 2 * k - 3)
      const end = this.#walk(text, from + start, from + 2 * k, onHit)
      if (end < 0 || end >= to) return end
      done = end - from
      walked += done - start
      // … so that it continues for a while.
      if (walked > WALKED_UNITS_MAX && walked * WALKED_SHARE > done)
        return this.#walk(text, end, Math.min(text.length, end + UNASKED_UNITS), onHit)
    }
    return to
  }

  /** Returns the transition on a non-ASCII unit. Rare units take two steps, so that large alphabets need no wide rows. */
  #step(state: number, text: string, i: number, unit: number): number {
    const { pageOf, pages, singles, firstHalf, secondHalf } = this.#alphabet
    const { next } = this.#table
    let folded = unit
    if (this.#lowSurrogates !== undefined && unit >= 0xdc00 && unit < 0xe000 && i > 0) {
      folded = foldLow(this.#lowSurrogates, text.charCodeAt(i - 1), unit)
    }
    const symbol = pages[((pageOf[folded >> 8] as number) << 8) | (folded & 0xff)] as number
    if (symbol < singles) return next[state + symbol] as number
    const rare = symbol - singles
    const half = next[state + (firstHalf[rare] as number)] as number
    return next[half + (secondHalf[rare] as number)] as number
  }

  #report(state: number, end: number, onHit: OnHit): boolean {
    const { firstOutput, width, outputs, patternAt, nextSame, shorter } = this.#table
    let output = outputs[(state - firstOutput) / width] as number
    while (output !== -1) {
      for (let pattern = patternAt[output] as number; pattern !== -1; pattern = nextSame[pattern] as number) {
        if (onHit(pattern, end) === false) return false
      }
      output = shorter[output] as number
    }
    return true
  }
}
