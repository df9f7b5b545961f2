import { LANGUAGES } from '../languages/all.ts'
import { header } from '../languages/c.ts'
import type { RuleText } from '../rules/load.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { type Unbound, unboundIn } from '../rules/unbound.ts'
import { Pack } from './pack.ts'

/** Which of some rules run. */
export interface CheckedRules {
  readonly running: number
  /** Rules that do not run, or not in all of their languages, with the reason. */
  readonly skipped: readonly SkippedRule[]
  /** Rules that run with a condition on a metavariable of no pattern. */
  readonly unbound: readonly Unbound[]
}

/** Parses rules and compiles them for all of their languages. */
export async function checkRules(texts: readonly RuleText[]): Promise<CheckedRules> {
  const pack = new Pack(texts)
  const unreadable = (await pack.unreadable(new Set(LANGUAGES))).filter((item) => !isOfHeaders(item))
  const nowhere = unreadable.filter(({ languages }) => languages === undefined)
  const followed = pack.followed([])
  const running = pack.rules.length + followed.length - nowhere.length
  return { running, skipped: [...pack.skipped, ...unreadable], unbound: unboundIn(pack.rules, followed) }
}

/** Whether a skipped data-flow rule is for C headers: the language C implies headers, and a scan of such files reports the skip. */
function isOfHeaders({ languages }: SkippedRule): boolean {
  return languages?.length === 1 && languages[0] === header.name
}
