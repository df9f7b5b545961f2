import type { Flags } from './cursor.ts'
import { ForwardSearch } from './forward.ts'
import { requiredLiterals } from './literals.ts'
import { longestMatch } from './longest.ts'
import type { StepMeter } from './meter.ts'
import { parse } from './parse.ts'
import { checkSize, compileProgram, type Program } from './program.ts'
import { type Span, SpanReader, splitsPair, widthAt } from './spans.ts'
import type { Syntax } from './syntax.ts'

export interface RegexOptions {
  /** Unicode simple case folding, as ECMAScript's flags `iu`. */
  readonly ignoreCase?: boolean
  /** `^` and `$` match at lines as well. */
  readonly multiLine?: boolean
  /** The dot matches line terminators as well. */
  readonly dotAll?: boolean
}

export interface Match extends Span {
  /** The text of each group by its number; 0 is the whole match, undefined a group that took no part. */
  readonly groups: readonly (string | undefined)[]
  /** The places of these texts. */
  readonly spans: readonly (Span | undefined)[]
  /** The text of each named group that took part. */
  readonly named: Readonly<Record<string, string>>
}

/**
 * A pattern whose every operation takes time linear in the text, at worst text times program, whatever the pattern.
 * Matches are those of ECMAScript under the flag `u`: leftmost, then by the order of alternatives. Offsets are UTF-16
 * code units; a place inside a pair of surrogates counts as the place after it.
 *
 * Every method throws `Failure('limit_reached')` when the meter has a limit and passes it.
 */
export interface LinearRegex {
  readonly source: string
  /** Most code units of a match; Infinity where it has no bound or hangs on a start or end of the text or of a line. */
  readonly longest: number
  /** Whether the pattern matches anywhere. Stops at the first sign of a match. */
  test(text: string, meter?: StepMeter): boolean
  /**
   * The first match that begins at `from` or after it. Reads the rest of the text even if the match is short: for
   * match after match use `findAll`, which is linear in total.
   */
  find(text: string, from?: number, meter?: StepMeter): Span | undefined
  /** All matches that do not overlap, at most `limit`. Linear for all of them together. */
  findAll(text: string, limit?: number, meter?: StepMeter): Span[]
  /** Like `find`, with what the groups captured. */
  exec(text: string, from?: number, meter?: StepMeter): Match | undefined
}

/**
 * Compiles a pattern from anyone.
 * @throws {Failure} `invalid_request`, naming the offset, for wrong syntax, for what no linear-time engine can match
 *   (look-arounds, references back, atomic groups, possessive quantifiers), and for a pattern over the bounds
 */
export function compileRegex(pattern: string, options: RegexOptions = {}): LinearRegex {
  return new CompiledRegex(pattern, parse(pattern, flagsOf(options)))
}

export function flagsOf({ ignoreCase = false, multiLine = false, dotAll = false }: RegexOptions): Flags {
  return { ignoreCase, multiLine, dotAll }
}

export class CompiledRegex implements LinearRegex {
  readonly source: string
  readonly longest: number
  readonly #syntax: Syntax
  readonly #program: Program
  /** A text that every match holds, looked for first because the runtime does so many times faster. */
  readonly #needle: string
  // Made when first used: most patterns are only ever tested.
  #forward: ForwardSearch | undefined
  #reader: SpanReader | undefined

  constructor(source: string, syntax: Syntax) {
    checkSize(syntax)
    this.source = source
    this.longest = longestMatch(syntax.root)
    this.#syntax = syntax
    this.#program = compileProgram([syntax])
    const literals = requiredLiterals(syntax.root)
    const [only] = literals ?? []
    this.#needle = literals?.length === 1 && only?.exact === true ? only.text : ''
  }

  test(text: string, meter: StepMeter = { steps: 0 }): boolean {
    if (this.#needle !== '' && !text.includes(this.#needle)) return false
    this.#forward ??= new ForwardSearch(this.#program)
    let matches = false
    const onMatch = () => {
      matches = true
      return true
    }
    this.#forward.run(text, onMatch, meter)
    return matches
  }

  find(text: string, from = 0, meter: StepMeter = { steps: 0 }): Span | undefined {
    return this.#read(text, from, 1, meter)[0]
  }

  findAll(text: string, limit = Infinity, meter: StepMeter = { steps: 0 }): Span[] {
    return this.#read(text, 0, limit, meter)
  }

  exec(text: string, from = 0, meter: StepMeter = { steps: 0 }): Match | undefined {
    const span = this.find(text, from, meter)
    if (span === undefined || this.#reader === undefined) return undefined
    const { slots } = this.#reader
    const spans: (Span | undefined)[] = [span]
    for (let group = 0; group < this.#syntax.groups; group++) {
      const start = slots[2 * group] as number
      const end = slots[2 * group + 1] as number
      spans.push(start === -1 || end === -1 ? undefined : { start, end })
    }
    const groups = spans.map((one) => (one === undefined ? undefined : text.slice(one.start, one.end)))
    const named: [string, string][] = []
    for (const [name, index] of this.#syntax.names) {
      const captured = groups[index]
      if (captured !== undefined) named.push([name, captured])
    }
    return { ...span, groups, spans, named: Object.fromEntries(named) }
  }

  #read(text: string, from: number, limit: number, meter: StepMeter): Span[] {
    const spans: Span[] = []
    const first = splitsPair(text, from) ? from + 1 : Math.max(0, from)
    if (first > text.length || limit < 1) return spans
    if (this.#needle !== '' && !text.includes(this.#needle, first)) return spans
    // Most texts hold no match, and finding that out takes one quick pass.
    if (first === 0 && !this.test(text, meter)) return spans
    this.#reader ??= new SpanReader(this.#program)
    this.#reader.open(text, first, meter)
    let at = first
    while (spans.length < limit) {
      const span = this.#reader.next(at, meter)
      if (span === undefined) break
      spans.push(span)
      at = span.end === span.start ? span.end + widthAt(text, span.end) : span.end
    }
    this.#reader.close()
    return spans
  }
}
