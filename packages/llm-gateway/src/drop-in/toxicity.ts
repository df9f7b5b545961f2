import type { GuardrailResult } from '@gatehouse/contracts'
import { type RunContext, runPolicy, type StageVerdict } from '@gatehouse/guards'
import type { Policies, TenantSnapshot } from '@gatehouse/screening'
import { TOXIC_CATEGORIES } from './moderation-categories.ts'

const GUARD = 'toxicity'

/** Everything has a score and its likeliest categories then, flagged or not. */
const EVERYTHING = { threshold: 0, categories: TOXIC_CATEGORIES, use_model: false }

/** How toxic a text is, and in which ways. */
export interface Toxicity {
  /** What the guard decided, with the tenant's own settings. */
  readonly result: GuardrailResult
  /** What it was flagged for, in the guard's words. */
  readonly flagged: readonly string[]
  /** What the text would be flagged for, were its score high enough. */
  readonly likely: readonly string[]
  /** Between 0 and 1, by the local method. */
  readonly score: number
}

/**
 * Judges a text by the guard toxicity, whether or not the tenant's policy has it: who asks for moderation asks for this.
 * @param verdict of the tenant's policy on the same text; what the guard said there is not asked again
 * @returns undefined where the tenant has switched the guard off
 */
export async function judgeToxicity(
  text: string,
  tenant: TenantSnapshot,
  verdict: StageVerdict,
  run: RunContext,
  policies: Policies,
): Promise<Toxicity | undefined> {
  if (policies.resolved('input', tenant).guards[GUARD]?.enabled === false) return undefined
  const alone = async (settings: Readonly<Record<string, unknown>>): Promise<GuardrailResult | undefined> =>
    (await runPolicy(policies.alone('input', tenant, GUARD, settings), { text }, run)).results[0]
  const result = verdict.results.find(({ guardrail }) => guardrail === GUARD) ?? (await alone({}))
  const scored = await alone(EVERYTHING)
  if (result === undefined || scored === undefined) return undefined
  return {
    result,
    flagged: result.passed ? [] : categoriesOf(result),
    likely: categoriesOf(scored),
    score: scored.score ?? 0,
  }
}

function categoriesOf({ details, category }: GuardrailResult): readonly string[] {
  const all = details['categories']
  if (Array.isArray(all)) return all.filter((one) => typeof one === 'string')
  return category === undefined ? [] : [category]
}
