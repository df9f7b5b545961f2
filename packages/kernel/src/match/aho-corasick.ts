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
  returnChunk,
} from './pair-filter.ts'
import { fillTable, type Table } from './trie.ts'

/**
 * One automaton may hold this many bytes of tables: 5,000 keywords of ten letters take about 10 MB, and a tenant holds
 * at most a few automata.
 */
export const AUTOMATON_BYTES_MAX = 64 * 1024 * 1024

/** More patterns than any list in the contract allows; bounds what duplicates cost, which share their states. */
export const AUTOMATON_PATTERNS_MAX = 200_000

/** Under this many characters the automaton is done before the filter is ready. */
const FILTERED_UNITS_MIN = 96

/** Where the automaton has to run over this many characters of a chunk, and over half of what was read, … */
const WALKED_UNITS_MAX = 256

export interface AutomatonOptions {
  /** Unicode simple case folding, length-preserving: offsets are those of the text as given. */
  readonly ignoreCase?: boolean
}

export interface Automaton {
  readonly patternCount: number
  /**
   * Reports every occurrence of every pattern in one pass, overlapping ones too, ordered by end, longest first, and
   * duplicates of one pattern in the order given.
   * @param onHit gets the pattern's index and the exclusive end of the occurrence in UTF-16 code units; the start is
   *   `end - patterns[pattern].length`. Returning false stops the scan.
   */
  scan(text: string, onHit: (pattern: number, end: number) => boolean | void): void
  /** One byte per pattern: 1 where it occurs in the text. Cheaper than `scan`; stops when all have been seen. */
  present(text: string): Uint8Array
  /** What the tables hold in memory. */
  readonly tableBytes: number
}

/**
 * Compiles many literal patterns into one deterministic automaton (Aho-Corasick with every transition filled in), so
 * that the time of a scan depends on the text and its hits alone, not on how many patterns there are.
 * @throws {Failure} `invalid_request` for an empty pattern, too many patterns, or tables over `AUTOMATON_BYTES_MAX`
 */
export function buildAutomaton(patterns: readonly string[], options: AutomatonOptions = {}): Automaton {
  const ignoreCase = options.ignoreCase ?? false
  if (patterns.length > AUTOMATON_PATTERNS_MAX) {
    throw new Failure('invalid_request', `${patterns.length} patterns are more than ${AUTOMATON_PATTERNS_MAX}.`)
  }
  const empty = patterns.indexOf('')
  if (empty !== -1) throw new Failure('invalid_request', `Pattern ${empty + 1} of ${patterns.length} is empty.`)
  const folded = ignoreCase ? patterns.map(foldText) : patterns
  const alphabet = chooseAlphabet(folded, ignoreCase)
  return new DenseAutomaton(folded, alphabet, fillTable(folded, alphabet, AUTOMATON_BYTES_MAX), ignoreCase)
}

/** Told of each reporting state that is reached, with the end of what it reports; false stops the scan. */
type OnState = (state: number, end: number) => boolean

/** A class, so that V8 sees one shape in the hot loop whatever the patterns are. */
class DenseAutomaton implements Automaton {
  readonly patternCount: number
  readonly tableBytes: number
  readonly #patterns: readonly string[]
  readonly #alphabet: Alphabet
  readonly #table: Table
  readonly #lowSurrogates: Uint16Array | undefined
  #filter: Int32Array | undefined

  constructor(patterns: readonly string[], alphabet: Alphabet, table: Table, ignoreCase: boolean) {
    this.#patterns = patterns
    this.#alphabet = alphabet
    this.#table = table
    this.#lowSurrogates = ignoreCase ? foldTables().lowSurrogates : undefined
    this.patternCount = table.nextSame.length
    this.tableBytes = alphabet.bytes + table.bytes + FILTER_BYTES
  }

  scan(text: string, onHit: (pattern: number, end: number) => boolean | void): void {
    this.#search(text, (state, end) => this.#report(state, end, onHit))
  }

  present(text: string): Uint8Array {
    const found = new Uint8Array(this.patternCount)
    let missing = this.patternCount
    this.#search(text, (state) => {
      missing -= this.#mark(state, found)
      return missing > 0
    })
    return found
  }

  #search(text: string, onState: OnState): void {
    const length = text.length
    if (length < FILTERED_UNITS_MIN) {
      this.#walk(text, 0, length, onState)
      return
    }
    const filter = (this.#filter ??= buildPairFilter(this.#patterns))
    const chunk = borrowChunk()
    try {
      for (let from = 0; from >= 0 && from < length;) {
        const to = Math.min(length, from + CHUNK_UNITS)
        from = fillChunk(chunk, text, from, to)
          ? this.#skim(text, from, to, chunk, filter, onState)
          : this.#walk(text, from, to, onState)
      }
    } finally {
      returnChunk(chunk)
    }
  }

  /**
   * Runs the automaton from its root over the units from `from` on, beyond `least`, to where nothing that began before
   * the last unit is pending.
   * @returns the offset before which every occurrence that starts there has been reported, or -1 when it was stopped
   */
  #walk(text: string, from: number, least: number, onState: OnState): number {
    const { ascii } = this.#alphabet
    const { next, firstOutput, shallow } = this.#table
    const length = text.length
    const sure = Math.min(length, least + 1)
    let state = 0
    let i = from
    // Whether a state is shallow is a toss-up for the processor, so nobody asks before it matters.
    for (; i < sure; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state >= firstOutput && !onState(state, i + 1)) return -1
    }
    for (; i < length; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state < shallow) return i
      if (state >= firstOutput && !onState(state, i + 1)) return -1
    }
    return length
  }

  /** Walks only where the filter sees that a pattern may begin. Takes and returns offsets as `#walk` does. */
  #skim(text: string, from: number, to: number, chunk: Chunk, filter: Int32Array, onState: OnState): number {
    const { pairs } = chunk
    const count = to - from
    const last = (count >> 1) + 1
    let done = 0
    let walked = 0
    for (let k = nextPair(filter, pairs, 1, last); k <= last; k = nextPair(filter, pairs, (done >> 1) + 1, last)) {
      // A window at an odd place begins before the first pair.
      const start = Math.max(done, 2 * k - 3)
      const end = this.#walk(text, from + start, from + 2 * k, onState)
      if (end < 0 || end >= to) return end
      done = end - from
      walked += done - start
      // … the rest of the chunk is left to it.
      if (walked > WALKED_UNITS_MAX && walked * 2 > done) return this.#walk(text, end, to, onState)
    }
    return to
  }

  /** The transition on a unit beyond ASCII; a rare one takes two steps, so that large alphabets need no wide rows. */
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

  #report(state: number, end: number, onHit: (pattern: number, end: number) => boolean | void): boolean {
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

  /** Marks what ends here; returns how many were new. Whatever is behind a marked one has been marked with it. */
  #mark(state: number, found: Uint8Array): number {
    const { firstOutput, width, outputs, patternAt, nextSame, shorter } = this.#table
    let fresh = 0
    let output = outputs[(state - firstOutput) / width] as number
    while (output !== -1 && found[patternAt[output] as number] === 0) {
      for (let pattern = patternAt[output] as number; pattern !== -1; pattern = nextSame[pattern] as number) {
        found[pattern] = 1
        fresh++
      }
      output = shorter[output] as number
    }
    return fresh
  }
}
