import { compileRegex, type LinearRegex, messageOf } from '@gatehouse/kernel'
import { RuleProblem } from './problem.ts'

/** A place that a regex matches, with its groups by number. */
export interface RegexHit {
  readonly start: number
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/** A regex of a rule. */
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
 * Compiles a regex of a rule.
 * @param where    the key that it stands under
 * @param anchored whether it is for the start of a text, as for metavariables
 * @throws {RuleProblem} naming the construct, where it is none that takes linear time
 */
export function regexOf(source: string, where: string, anchored = false): TextRegex {
  try {
    return compile(source, anchored)
  } catch (thrown) {
    throw new RuleProblem(`The regex of ${where} does not run here: ${messageOf(thrown)}`)
  }
}

function compile(source: string, anchored: boolean): TextRegex {
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
