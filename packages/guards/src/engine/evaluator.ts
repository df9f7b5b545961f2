import type { Mode } from '@gatehouse/contracts/verdicts'
import type { CompiledPolicy } from './compile.ts'
import type { ContentStage } from './defaults.ts'
import type { ResolvedBlock } from './resolve.ts'
import type { RunContext, StageVerdict, Subject } from './run.ts'

/**
 * Own limit: UTF-16 code units from which a text is evaluated in another thread. The default guards take about 25 ms for this length; for
 * shorter texts a message to another thread costs more than it saves.
 */
export const LARGE_TEXT_CHARS = 32_768

/** Evaluates policies outside the calling thread. */
export interface PolicyEvaluator {
  /**
   * Returns the same verdict as {@link runPolicy} for the same policy and text.
   * @throws {Failure} `overloaded` for too many waiting texts, `unavailable` when the evaluation fails or takes too long
   */
  evaluate(policy: CompiledPolicy, recipe: PolicyRecipe, subject: Subject, context: RunContext): Promise<StageVerdict>
}

/** Recipe from which another thread compiles the same policy. The object's identity distinguishes policy versions. */
export interface PolicyRecipe {
  readonly stage: ContentStage
  readonly mode: Mode
  readonly resolved: ResolvedBlock
}

/** Evaluator for large texts of a policy. Policies derived from another policy keep it. */
export interface PolicyOffload {
  readonly evaluator: PolicyEvaluator
  readonly recipe: PolicyRecipe
}

/** Returns the evaluator of this text; `undefined`: the calling thread, because the text is small or the guards are cheap. */
export function offloadOf(policy: CompiledPolicy, subject: Subject, context: RunContext): PolicyOffload | undefined {
  const { offload } = policy
  if (offload === undefined || evaluatedChars(subject, context) < LARGE_TEXT_CHARS) return undefined
  const isCheap = policy.tiers.every((tier) => tier.every(({ guard }) => guard.perRequest === true))
  return isCheap ? undefined : offload
}

/** Code units of everything that guards read. */
export function evaluatedChars({ text }: Subject, { prompt, contextDocs }: RunContext): number {
  let size = text.length + (prompt?.length ?? 0)
  for (const document of contextDocs) size += document.length
  return size
}
