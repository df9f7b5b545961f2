import type { Random } from './random.ts'

/** Option of the bandit with its observed results. */
export interface Arm<Choice> {
  readonly choice: Choice
  /** Rewards so far, each 0–1, summed, and how many. */
  readonly reward: number
  readonly tries: number
  /** Relative prior weight compared with the other arms: above 0. */
  readonly worth: number
}

/**
 * Returns the arms to try next, best first, by Thompson sampling: each arm is scored by a sample of its posterior, so that successful arms
 * are frequent and unknown ones are explored. Deterministic for a given random source.
 * @see W. R. Thompson, "On the likelihood that one unknown probability exceeds another", 1933
 */
export function chooseArms<Choice>(arms: readonly Arm<Choice>[], count: number, random: Random): readonly Choice[] {
  return arms
    .map(({ choice, reward, tries, worth }) => {
      const hits = Math.max(0, reward)
      return { choice, drawn: beta(1 + hits, 1 + Math.max(0, tries - hits), random) * worth }
    })
    .toSorted((a, b) => b.drawn - a.drawn)
    .slice(0, count)
    .map(({ choice }) => choice)
}

/** A draw from the beta distribution, from two of the gamma distribution. Both parameters are at least 1. */
function beta(a: number, b: number, random: Random): number {
  const one = gamma(a, random)
  const other = gamma(b, random)
  return one / (one + other)
}

/** G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", 2000; for a shape of 1 and more. */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    // 1 − next is never 0, of which there is no logarithm.
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x ** 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** G. E. P. Box and M. E. Muller, 1958. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
