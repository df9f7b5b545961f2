import { LANGUAGES } from '../languages/all.ts'
import type { RuleText } from '../rules/load.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { Pack } from './pack.ts'

/** Which of some rules run. */
export interface CheckedRules {
  readonly running: number
  /** Those that do not, or not in all of their languages, and why. */
  readonly skipped: readonly SkippedRule[]
}

/** Reads rules and makes them ready in all of their languages. */
export async function checkRules(texts: readonly RuleText[]): Promise<CheckedRules> {
  const pack = new Pack(texts)
  const unreadable = await pack.unreadable(new Set(LANGUAGES))
  const nowhere = unreadable.filter(({ languages }) => languages === undefined)
  const running = pack.rules.length + pack.followed([]).length - nowhere.length
  return { running, skipped: [...pack.skipped, ...unreadable] }
}
