import { seededRandom, shuffle } from '../../classify/seeded.ts'
import type { PolicySource } from './learned.ts'
import { compileLocalPolicy } from './local-policy.ts'

/** What a policy's examples say of its quality: each fold is judged by a policy that has not seen it. */
export interface PolicyMeasure {
  readonly precision: number
  readonly recall: number
  /** Texts measured on: the examples on both sides. */
  readonly violating: number
  readonly allowed: number
}

const FOLDS = 5
/** With fewer on either side a share says nothing. */
export const MEASURED_MIN = 5

/**
 * Cross-validated precision and recall over a policy's own examples.
 * @returns undefined with too few examples to tell
 */
export function measurePolicy(source: PolicySource, threshold: number): PolicyMeasure | undefined {
  const { violating, allowed } = source
  if (violating.length < MEASURED_MIN || allowed.length < MEASURED_MIN) return undefined
  const random = seededRandom(3)
  const yes = shuffle([...violating], random)
  const no = shuffle([...allowed], random)
  let hits = 0
  let wrong = 0
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const inFold = (_: string, index: number): boolean => index % FOLDS === fold
    const rest = (_: string, index: number): boolean => index % FOLDS !== fold
    const policy = compileLocalPolicy({ prompt: source.prompt, violating: yes.filter(rest), allowed: no.filter(rest) })
    hits += yes.filter(inFold).filter((text) => policy.score(text) >= threshold).length
    wrong += no.filter(inFold).filter((text) => policy.score(text) >= threshold).length
  }
  const flagged = hits + wrong
  return {
    precision: flagged === 0 ? 0 : hits / flagged,
    recall: hits / violating.length,
    violating: violating.length,
    allowed: allowed.length,
  }
}
