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
  /** Unicode simple case folding, like ECMAScript's flags `iu`. */
  readonly ignoreCase?: boolean
  /** `^` and `$` also match at line boundaries. */
  readonly multiLine?: boolean
  /** The dot also matches line terminators. */
  readonly dotAll?: boolean
}

export interface Match extends Span {
  /** Text of each group by number; 0 is the entire match, undefined a group that did not participate. */
  readonly groups: readonly (string | undefined)[]
  /** Ranges of these texts. */
  readonly spans: readonly (Span | undefined)[]
  /** Text of each named group that participated. */
  readonly named: Readonly<Record<string, string>>
}

/**
 * Regular expression with linear-time operations for any pattern, at worst text times program. Matches are those of ECMAScript under the
 * flag `u`: leftmost, then by the order of alternatives. Offsets are UTF-16 code units. A position inside a surrogate pair counts as the
 * position after it.
 *
 * Every method throws `Failure('limit_reached')` if the meter's limit is exceeded.
 */
export interface LinearRegex {
  readonly source: string
  /** Maximum length of a match in code units; Infinity if unlimited or with text or line anchors. */
  readonly longest: number
  /** Returns whether the pattern matches anywhere. Stops at the first match. */
  test(text: string, meter?: StepMeter): boolean
  /**
   * Returns the first match that begins at `from` or later. Reads the rest of the text even for a short match. To find all matches use
   * `findAll`, which is linear in total.
   */
  find(text: string, from?: number, meter?: StepMeter): Span | undefined
  /** Returns up to `limit` non-overlapping matches, in linear time overall. */
  findAll(text: string, limit?: number, meter?: StepMeter): Span[]
  /** Like `find`, with captures. */
  exec(text: string, from?: number, meter?: StepMeter): Match | undefined
}

/**
 * Compiles an untrusted pattern.
 * @throws {Failure} `invalid_request`, naming the offset, for a syntax error, for features without a linear-time algorithm (look-arounds,
 * back-references, atomic groups, possessive quantifiers), and for a pattern over the limits
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
  /** Text that every match contains. Searched first, because `indexOf` is many times faster. */
  readonly #needle: string
  // Created at first use, because most patterns are only tested.
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
    const groups = spans.map((item) => (item === undefined ? undefined : text.slice(item.start, item.end)))
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
    // Most texts contain no match, which a fast pass detects.
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
