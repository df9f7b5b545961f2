import { compileRegex, Failure, type LinearRegex, messageOf } from '@gatehouse/kernel'
import { BacktrackingMatch } from './backtracking/match.ts'
import { parseBacktracking } from './backtracking/parse.ts'
import { RuleProblem } from './problem.ts'
import { groupNames, plainRegex } from './regex-text.ts'

/** A place of a text. */
export interface RegexSpan {
  readonly start: number
  readonly end: number
}

/** A place that a regex matches, with those of its groups by number; undefined a group that took no part. */
export interface RegexHit extends RegexSpan {
  readonly groups: readonly (RegexSpan | undefined)[]
}

/** A regex of a rule. Both methods may throw `Failure('limit_reached')`: some regexes are tried out, up to a bound. */
export interface TextRegex {
  readonly source: string
  /** Whether it takes time as the text is long, and never ends without an answer. */
  readonly isLinear: boolean
  /** The names of groups, by their numbers. */
  readonly names: readonly (string | undefined)[]
  /** At most so many, from left to right. */
  findAll(text: string, limit: number): readonly RegexHit[]
  /** Whether it matches at the start of a text. */
  startsIn(text: string): boolean
}

/** Ours: so many different ones are in all rules that we know of together. */
const KNOWN_MAX = 10_000

const known = new Map<string, TextRegex>()

/**
 * Compiles a regex of a rule, which many rules may have: one that takes linear time where there is one, and one that is tried out for what no such
 * engine knows, such as looking ahead.
 * @param where    the key that it stands under
 * @param anchored whether it is for the start of a text, as for metavariables
 * @throws {RuleProblem} naming the construct that neither knows
 */
export function regexOf(source: string, where: string, anchored = false): TextRegex {
  const key = `${anchored} ${source}`
  let regex = known.get(key)
  if (regex === undefined) {
    regex = compiled(source, where, anchored)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(key, regex)
  }
  return regex
}

function compiled(source: string, where: string, anchored: boolean): TextRegex {
  try {
    return linear(source, anchored)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    try {
      return backtracking(source, anchored)
    } catch (again) {
      throw new RuleProblem(`The regex of ${where} does not run here: ${messageOf(again)}`)
    }
  }
}

function linear(given: string, anchored: boolean): TextRegex {
  const source = plainRegex(given)
  const compile = (): LinearRegex => compileRegex(source, { multiLine: !anchored })
  // Alternatives of the whole pattern hang on the start as well. One for the start is seldom asked what it finds elsewhere.
  const atStart = anchored ? compileRegex(`^(?:${source})`) : compile()
  let anywhere = anchored ? undefined : atStart
  const names = groupNames(source)
  return {
    source: given,
    isLinear: true,
    names,
    startsIn: (text) => atStart.test(text),
    findAll(text, limit) {
      const regex = (anywhere ??= compile())
      return regex
        .findAll(text, limit)
        .map((span) => ({ ...span, groups: names.length > 1 ? groupsAt(regex, text, span) : [] }))
    },
  }
}

/** Of a text around a hit so much is looked at as says where lines and words begin and end. */
const CONTEXT_CHARS = 2

function groupsAt(regex: LinearRegex, text: string, { start, end }: RegexSpan): RegexHit['groups'] {
  const from = Math.max(0, start - CONTEXT_CHARS)
  const near = regex.exec(text.slice(from, end + CONTEXT_CHARS), start - from)
  if (near?.start === start - from && near.end === end - from) {
    return near.spans.map((one) => one && { start: one.start + from, end: one.end + from })
  }
  // What follows far away has a say in where it ends.
  return regex.exec(text, start)?.spans ?? []
}

function backtracking(given: string, anchored: boolean): TextRegex {
  const source = plainRegex(given)
  const { root, groups } = parseBacktracking(source, { ignoreCase: false, multiLine: !anchored, dotAll: false })
  return {
    source: given,
    isLinear: false,
    names: groupNames(source),
    startsIn: (text) => new BacktrackingMatch(text).at(root, 0) !== undefined,
    findAll(text, limit) {
      const hits: RegexHit[] = []
      const match = new BacktrackingMatch(text)
      for (let start = 0; start <= text.length && hits.length < limit;) {
        const found = match.at(root, start)
        if (found === undefined) {
          start += 1
          continue
        }
        const { end, slots } = found
        const spans = Array.from({ length: groups + 1 }, (_, index) => {
          const slot = index === 0 ? ([start, end] as const) : slots[index]
          return slot === undefined ? undefined : { start: slot[0], end: slot[1] }
        })
        hits.push({ start, end, groups: spans })
        start = Math.max(end, start + 1)
      }
      return hits
    },
  }
}
