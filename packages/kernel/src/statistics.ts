/** Confidence interval of a proportion: 0 ≤ low ≤ high ≤ 1. */
export interface ShareInterval {
  readonly low: number
  readonly high: number
}

/** Quantile of the normal distribution for 95 %. */
const Z_95 = 1.959963984540054

/**
 * Returns the 95 % Wilson confidence interval of `hits` in `trials`.
 * @param trials may be a fraction: the effective sample size of weighted trials
 * @see E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927
 */
export function wilson(hits: number, trials: number): ShareInterval {
  if (trials <= 0) return { low: 0, high: 1 }
  const share = hits / trials
  const square = Z_95 ** 2 / trials
  const middle = (share + square / 2) / (1 + square)
  const half = (Z_95 / (1 + square)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))
  // Rounding must not exclude the observed proportion.
  return { low: share === 0 ? 0 : Math.max(0, middle - half), high: share === 1 ? 1 : Math.min(1, middle + half) }
}
