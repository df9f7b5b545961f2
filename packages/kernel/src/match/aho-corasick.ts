import { Failure } from '../failure.ts'
import { chooseAlphabet, type Alphabet } from './alphabet.ts'
import { foldLow, foldTables, foldText } from './fold.ts'
import { fillTable, type Table } from './trie.ts'

/**
 * One automaton may hold this many bytes of tables: 5,000 keywords of ten letters take about 10 MB, and a tenant holds
 * at most a few automata.
 */
export const AUTOMATON_BYTES_MAX = 64 * 1024 * 1024

/** More patterns than any list in the contract allows; bounds what duplicates cost, which share their states. */
export const AUTOMATON_PATTERNS_MAX = 200_000

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
  return new DenseAutomaton(alphabet, fillTable(folded, alphabet, AUTOMATON_BYTES_MAX), ignoreCase)
}

/** A class, so that V8 sees one shape in the hot loop whatever the patterns are. */
class DenseAutomaton implements Automaton {
  readonly patternCount: number
  readonly tableBytes: number
  readonly #alphabet: Alphabet
  readonly #table: Table
  readonly #lowSurrogates: Uint16Array | undefined

  constructor(alphabet: Alphabet, table: Table, ignoreCase: boolean) {
    this.#alphabet = alphabet
    this.#table = table
    this.#lowSurrogates = ignoreCase ? foldTables().lowSurrogates : undefined
    this.patternCount = table.nextSame.length
    this.tableBytes = alphabet.bytes + table.bytes
  }

  scan(text: string, onHit: (pattern: number, end: number) => boolean | void): void {
    const { ascii } = this.#alphabet
    const { next, firstOutput } = this.#table
    const length = text.length
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state >= firstOutput && !this.#report(state, i + 1, onHit)) return
    }
  }

  present(text: string): Uint8Array {
    const { ascii } = this.#alphabet
    const { next, firstOutput } = this.#table
    const found = new Uint8Array(this.patternCount)
    const length = text.length
    let missing = this.patternCount
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i)
      state = unit < 128 ? (next[state + (ascii[unit] as number)] as number) : this.#step(state, text, i, unit)
      if (state < firstOutput) continue
      missing -= this.#mark(state, found)
      if (missing === 0) break
    }
    return found
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
