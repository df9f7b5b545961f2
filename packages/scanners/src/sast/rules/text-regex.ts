import { compileRegex, Failure, type LinearRegex, messageOf } from '@gatehouse/kernel'
import { BacktrackingMatch } from './backtracking/match.ts'
import { parseBacktracking } from './backtracking/parse.ts'
import { RuleProblem } from './problem.ts'

/** A place that a regex matches, with its groups by number. */
export interface RegexHit {
  readonly start: number
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/** A regex of a rule. Both methods may throw `Failure('limit_reached')`: some regexes are tried out, up to a bound. */
export interface TextRegex {
  readonly source: string
  /** At most so many, from left to right. */
  findAll(text: string, limit: number): readonly RegexHit[]
  /** Whether it matches at the start of a text. */
  startsIn(text: string): boolean
}

/** Groups are read for so many hits of one regex in one text: each costs a look at the rest of it. */
const GROUPED_HITS_MAX = 100

/**
 * Compiles a regex of a rule: one that takes linear time where there is one, and one that is tried out for what no such
 * engine knows, such as looking ahead.
 * @param where    the key that it stands under
 * @param anchored whether it is for the start of a text, as for metavariables
 * @throws {RuleProblem} naming the construct that neither knows
 */
export function regexOf(source: string, where: string, anchored = false): TextRegex {
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

function linear(source: string, anchored: boolean): TextRegex {
  const regex = compileRegex(source, { multiLine: !anchored })
  // Alternatives of the whole pattern hang on the start as well.
  const atStart = anchored ? compileRegex(`^(?:${source})`) : regex
  const hasGroups = /\((?!\?)|\(\?P?<[A-Za-z]/.test(source)
  return {
    source,
    startsIn: (text) => atStart.test(text),
    findAll: (text, limit) =>
      regex.findAll(text, limit).map(({ start, end }, at) => ({
        start,
        end,
        groups: hasGroups && at < GROUPED_HITS_MAX ? groupsAt(regex, text, start) : [],
      })),
  }
}

function groupsAt(regex: LinearRegex, text: string, start: number): readonly (string | undefined)[] {
  return regex.exec(text, start)?.groups ?? []
}

function backtracking(source: string, anchored: boolean): TextRegex {
  const { root, groups } = parseBacktracking(source, { ignoreCase: false, multiLine: !anchored, dotAll: false })
  return {
    source,
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
        const texts = Array.from({ length: groups + 1 }, (_, index) => {
          const slot = index === 0 ? ([start, end] as const) : slots[index]
          return slot === undefined ? undefined : text.slice(slot[0], slot[1])
        })
        hits.push({ start, end, groups: texts })
        start = Math.max(end, start + 1)
      }
      return hits
    },
  }
}
