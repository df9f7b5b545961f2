import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import { type RunContext, runPolicy, type StageVerdict } from '@gatehouse/guards'
import type { Policies, TenantSnapshot } from '@gatehouse/screening'
import { TOXIC_CATEGORIES } from './moderation-categories.ts'

const GUARD = 'toxicity'

/** Reports scores and categories regardless of the threshold. */
const EVERYTHING = { threshold: 0, categories: TOXIC_CATEGORIES, use_model: false }

/** Toxicity of a text, and its categories. */
export interface Toxicity {
  /** The guard's decision, with the tenant's own settings. */
  readonly result: GuardrailResult
  /** Flagged categories, in the guard's terms. */
  readonly flagged: readonly string[]
  /** Potential categories of the text with a score below the threshold. */
  readonly likely: readonly string[]
  /** Score of the local method, from 0 to 1. */
  readonly score: number
}

/**
 * Evaluates a text with the toxicity guard even if the tenant's policy lacks it, because a moderation request asks for it.
 * @param verdict of the tenant's policy on the same text; its result for the guard is reused
 * @returns undefined if the tenant has disabled the guard
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
  if (Array.isArray(all)) return all.filter((item) => typeof item === 'string')
  return category === undefined ? [] : [category]
}
