import { seededRandom, shuffle } from '../../classify/seeded.ts'
import type { PolicySource } from './learned.ts'
import { compileLocalPolicy } from './local-policy.ts'

/** Quality of a policy according to its examples: each fold is evaluated by a policy that was not trained on it. */
export interface PolicyMeasure {
  readonly precision: number
  readonly recall: number
  /** Texts measured on: the examples on both sides. */
  readonly violating: number
  readonly allowed: number
}

const FOLDS = 5
/** Minimum number of examples per class; with fewer a share has no meaning. */
export const MEASURED_MIN = 5

/**
 * Returns cross-validated precision and recall for a policy's own examples.
 * @returns undefined for too few examples
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
