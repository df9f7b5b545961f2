import { LANGUAGES } from '../languages/all.ts'
import { header } from '../languages/c.ts'
import type { RuleText } from '../rules/load.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { type Unbound, unboundIn } from '../rules/unbound.ts'
import { Pack } from './pack.ts'

/** Which of some rules run. */
export interface CheckedRules {
  readonly running: number
  /** Those that do not, or not in all of their languages, and why. */
  readonly skipped: readonly SkippedRule[]
  /** Those that run and ask something of a metavariable that no pattern of theirs has. */
  readonly unbound: readonly Unbound[]
}

/** Reads rules and makes them ready in all of their languages. */
export async function checkRules(texts: readonly RuleText[]): Promise<CheckedRules> {
  const pack = new Pack(texts)
  const unreadable = (await pack.unreadable(new Set(LANGUAGES))).filter((one) => !isOfHeaders(one))
  const nowhere = unreadable.filter(({ languages }) => languages === undefined)
  const followed = pack.followed([])
  const running = pack.rules.length + followed.length - nowhere.length
  return { running, skipped: [...pack.skipped, ...unreadable], unbound: unboundIn(pack.rules, followed) }
}

/** Nobody writes that a rule of data flow is for headers: it is so with C, and a scan of such files tells of them. */
function isOfHeaders({ languages }: SkippedRule): boolean {
  return languages?.length === 1 && languages[0] === header.name
}
