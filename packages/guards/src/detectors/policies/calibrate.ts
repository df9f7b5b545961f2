import type { LocalPolicy } from './local-policy.ts'

/** Results of a policy for the bundled sample of ordinary texts. */
export interface OrdinaryMeasure {
  /** Share of the sample that the policy blocks at its threshold. */
  readonly false_block_rate: number
  readonly sample_size: number
  /** Effective threshold: the configured one, or a higher one that the sample requires. */
  readonly threshold: number
}

/** Share of ordinary texts that a policy may block. */
export const FALSE_BLOCKS_MAX = 0.01

/** Scores must exceed the score at the limit by this much to count. */
const STEP = 1e-6

/**
 * The lowest threshold that at most so many scores reach.
 * @param scores  of ordinary texts, in any order
 * @param blockedMax  1 % of the scores, unless told otherwise
 */
export function ceilingOf(
  scores: readonly number[],
  blockedMax: number = Math.floor(scores.length * FALSE_BLOCKS_MAX),
): number {
  const ranked = scores.toSorted((left, right) => right - left)
  const first = ranked[blockedMax]
  return first === undefined ? 0 : first + STEP
}

/** Returns the configured threshold, raised to where the policy blocks at most 1 % of ordinary texts. */
export function effectiveThreshold(policy: LocalPolicy, configured: number): number {
  return Math.max(configured, policy.ceiling)
}

/** Measures a policy on the bundled sample. */
export function measureOrdinary(policy: LocalPolicy, threshold: number): OrdinaryMeasure {
  const scores = policy.ordinaryScores()
  const blocked = scores.filter((score) => score >= threshold).length
  const rate = scores.length === 0 ? 0 : blocked / scores.length
  return { false_block_rate: Math.round(rate * 10_000) / 10_000, sample_size: scores.length, threshold }
}
