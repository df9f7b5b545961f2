import { Failure, messageOf } from '@gatehouse/kernel'
import { compileRegex, type LinearRegex } from '@gatehouse/kernel/match'
import { BacktrackingMatch } from './backtracking/match.ts'
import { parseBacktracking } from './backtracking/parse.ts'
import { RuleProblem } from './problem.ts'
import { groupNames, plainRegex } from './regex-text.ts'

/** A range of a text. */
export interface RegexSpan {
  readonly start: number
  readonly end: number
}

/** A match of a regex, with the ranges of its groups by number; undefined for a group that did not match. */
export interface RegexHit extends RegexSpan {
  readonly groups: readonly (RegexSpan | undefined)[]
}

/** A regex of a rule. Both methods may throw `Failure('limit_reached')`: some regexes are tried out, up to a bound. */
export interface TextRegex {
  readonly source: string
  /** Whether it takes linear time and always ends with a result. */
  readonly isLinear: boolean
  /** The names of groups, by their numbers. */
  readonly names: readonly (string | undefined)[]
  /** At most so many, from left to right. */
  findAll(text: string, limit: number): readonly RegexHit[]
  /** Whether it matches at the start of a text. */
  startsIn(text: string): boolean
}

/** Own limit: as many as the different regexes in all known rules. */
const KNOWN_MAX = 10_000

const known = new Map<string, TextRegex>()

/**
 * Compiles a regex of a rule, with a cache. Uses the linear-time engine where possible, and the bounded backtracking engine for constructs
 * such as lookahead.
 * @param where key of the rule
 * @param anchored whether it matches at the start of a text, as for metavariables
 * @throws {RuleProblem} that names the construct that neither engine supports
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
      throw new RuleProblem(`The regular expression of ${where} is not supported: ${messageOf(again)}`)
    }
  }
}

function linear(given: string, anchored: boolean): TextRegex {
  const source = plainRegex(given)
  const compile = (): LinearRegex => compileRegex(source, { multiLine: !anchored })
  // The start anchor also applies to alternatives of the whole pattern. An anchored regex is seldom used elsewhere.
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

/** Number of characters around a hit that decide on line and word boundaries. */
const CONTEXT_CHARS = 2

function groupsAt(regex: LinearRegex, text: string, { start, end }: RegexSpan): RegexHit['groups'] {
  const from = Math.max(0, start - CONTEXT_CHARS)
  const near = regex.exec(text.slice(from, end + CONTEXT_CHARS), start - from)
  if (near?.start === start - from && near.end === end - from) {
    return near.spans.map((span) => span && { start: span.start + from, end: span.end + from })
  }
  // Distant text after the hit affects where it ends.
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
