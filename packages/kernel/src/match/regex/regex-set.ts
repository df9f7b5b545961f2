import { Failure } from '../../failure.ts'
import { type Automaton, buildAutomaton } from '../aho-corasick.ts'
import { ForwardSearch } from './forward.ts'
import {
  PREFILTER_LITERAL_UNITS_MAX,
  PREFILTER_LITERAL_UNITS_MIN,
  SET_GROUP_INSTRUCTIONS_MAX,
  SET_PATTERNS_MAX,
} from './limits.ts'
import { type Literal, requiredLiterals, shortest } from './literals.ts'
import { count, type StepMeter } from './meter.ts'
import { parse } from './parse.ts'
import { checkSize, compileProgram } from './program.ts'
import { CompiledRegex, flagsOf, type RegexOptions } from './regex.ts'
import type { Syntax } from './syntax.ts'

export interface SetPattern {
  readonly pattern: string
  readonly options?: RegexOptions
}

export interface RegexSet {
  readonly patternCount: number
  /**
   * Returns the indexes of matching patterns, ascending. One pass searches the required literals, and one or more match all patterns
   * without literals. A pattern with a found literal is then tested separately.
   */
  matching(text: string, meter?: StepMeter): number[]
}

/**
 * Compiles many untrusted patterns into one matcher.
 * @throws {Failure} `invalid_request` like `compileRegex`, with the pattern's number, or for too many patterns
 */
export function compileRegexSet(patterns: readonly SetPattern[]): RegexSet {
  if (patterns.length > SET_PATTERNS_MAX) {
    throw new Failure('invalid_request', `${patterns.length} patterns exceed the limit of ${SET_PATTERNS_MAX} per set.`)
  }
  return new CompiledSet(patterns.map(readMember))
}

interface Member {
  readonly index: number
  readonly source: string
  readonly syntax: Syntax
  readonly instructions: number
  /** Literals of which every match contains at least one, if they are selective. */
  readonly literals: readonly Literal[] | undefined
}

function readMember({ pattern, options = {} }: SetPattern, index: number): Member {
  try {
    const syntax = parse(pattern, flagsOf(options))
    const instructions = checkSize(syntax)
    const needed = requiredLiterals(syntax.root)
    const literals = needed !== undefined && shortest(needed) >= PREFILTER_LITERAL_UNITS_MIN ? needed : undefined
    return { index, source: pattern, syntax, instructions, literals }
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    throw numbered(cause, index)
  }
}

class CompiledSet implements RegexSet {
  readonly patternCount: number
  readonly #prefilter: Automaton
  /** Member of each literal. */
  readonly #owners: readonly number[]
  readonly #alone: ReadonlyMap<number, CompiledRegex>
  readonly #groups: readonly Group[]

  constructor(members: readonly Member[]) {
    this.patternCount = members.length
    const texts: string[] = []
    const owners: number[] = []
    const alone = new Map<number, CompiledRegex>()
    for (const { index, source, syntax, literals } of members) {
      if (literals === undefined) continue
      alone.set(index, compileAlone(source, syntax, index))
      for (const { text } of literals) {
        texts.push(text.slice(0, PREFILTER_LITERAL_UNITS_MAX))
        owners.push(index)
      }
    }
    // The prefilter ignores case: it may have false positives, but no false negatives.
    this.#prefilter = buildAutomaton(texts, { ignoreCase: true })
    this.#owners = owners
    this.#alone = alone
    this.#groups = groupsOf(members.filter(({ literals }) => literals === undefined))
  }

  matching(text: string, meter: StepMeter = { steps: 0 }): number[] {
    const found = new Set<number>()
    if (this.#alone.size > 0) {
      const present = this.#prefilter.present(text)
      count(meter, text.length)
      const candidates = new Set<number>()
      for (let i = 0; i < present.length; i++) if (present[i] === 1) candidates.add(this.#owners[i] as number)
      for (const index of candidates) if (this.#alone.get(index)?.test(text, meter) === true) found.add(index)
    }
    for (const { search, indexes } of this.#groups) {
      let missing = indexes.length
      const onMatch = (patterns: readonly number[]) => {
        for (const pattern of patterns) {
          const index = indexes[pattern] as number
          if (found.has(index)) continue
          found.add(index)
          missing--
        }
        return missing === 0
      }
      search.run(text, onMatch, meter)
    }
    return [...found].sort((a, b) => a - b)
  }
}

function compileAlone(source: string, syntax: Syntax, index: number): CompiledRegex {
  try {
    return new CompiledRegex(source, syntax)
  } catch (cause) {
    throw cause instanceof Failure ? numbered(cause, index) : cause
  }
}

/** Patterns of one automaton. */
interface Group {
  readonly search: ForwardSearch
  readonly indexes: readonly number[]
}

function groupsOf(members: readonly Member[]): Group[] {
  const groups: Group[] = []
  let batch: Member[] = []
  let instructions = 0
  const close = () => {
    if (batch.length === 0) return
    groups.push(...compileGroups(batch))
    batch = []
    instructions = 0
  }
  for (const member of members) {
    if (instructions + member.instructions > SET_GROUP_INSTRUCTIONS_MAX) close()
    batch.push(member)
    instructions += member.instructions
  }
  close()
  return groups
}

/** Returns one automaton, or several if the patterns have too many character classes. */
function compileGroups(members: readonly Member[]): Group[] {
  try {
    const search = new ForwardSearch(compileProgram(members.map(({ syntax }) => syntax)))
    return [{ search, indexes: members.map(({ index }) => index) }]
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const [only] = members
    if (only !== undefined && members.length === 1) throw numbered(cause, only.index)
    const half = members.length >> 1
    return [...compileGroups(members.slice(0, half)), ...compileGroups(members.slice(half))]
  }
}

function numbered(cause: Failure, index: number): Failure {
  return new Failure(cause.code, `Pattern ${index + 1}: ${cause.message}`, { cause })
}
