import { type ShareInterval, wilson } from '@gatehouse/kernel'

/** The share of hits among trials that do not count the same, with its interval. */
export function weightedShare(
  trials: readonly { readonly weight: number; readonly hit: number }[],
): { readonly share: number; readonly interval: ShareInterval } | undefined {
  let weights = 0
  let squares = 0
  let hits = 0
  for (const { weight, hit } of trials) {
    weights += weight
    squares += weight ** 2
    hits += weight * hit
  }
  if (weights === 0) return undefined
  const share = hits / weights
  // L. Kish: effective sample size.
  const worth = weights ** 2 / squares
  return { share, interval: wilson(share * worth, worth) }
}

/**
 * Estimates the true share from an imperfect judge: it detects `sensitivity` of the successes and clears `specificity` of the rest.
 * @returns undefined for a judge that does not discriminate
 * @see W. J. Rogan and B. Gladen, "Estimating prevalence from the results of a screening test", 1978
 */
export function correctedShare(observed: number, sensitivity: number, specificity: number): number | undefined {
  const told = sensitivity + specificity - 1
  if (told <= 0) return undefined
  return Math.min(1, Math.max(0, (observed + specificity - 1) / told))
}

/**
 * Tests whether two runs of the same attacks differ by more than chance, from the attacks with different outcomes.
 * @param fixed succeeded in the first run only
 * @param broken succeeded in the second run only
 * @returns p-value of McNemar's exact test, two-sided
 */
export function mcNemar(fixed: number, broken: number): number {
  const trials = fixed + broken
  if (trials === 0) return 1
  const few = Math.min(fixed, broken)
  // Sums of binomial terms by their logarithms: 2^-trials alone is zero from 1,075 trials on.
  let term = -trials * Math.LN2
  let tail = Math.exp(term)
  for (let k = 1; k <= few; k += 1) {
    term += Math.log(trials - k + 1) - Math.log(k)
    tail += Math.exp(term)
  }
  return Math.min(1, 2 * tail)
}
