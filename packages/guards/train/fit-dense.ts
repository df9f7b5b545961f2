import { sigmoid } from '../src/classify/linear-model.ts'

/** A logistic regression over a few features. */
export interface DenseFit {
  readonly weights: readonly number[]
  readonly bias: number
  /** The log odds of a row. */
  of(features: readonly number[]): number
}

const STEPS = 600
const RATE = 2
const DECAY = 5e-4

/**
 * Fits by gradient descent; both labels have the same weight, and no feature weight may be negative. Deterministic.
 * @param count features of each row
 */
export function fitDense(
  rows: readonly { readonly features: readonly number[]; readonly label: number }[],
  count: number,
): DenseFit {
  const weights = Array.from({ length: count }, () => 0)
  const positives = rows.filter(({ label }) => label === 1).length
  const weightOf = (label: number): number => rows.length / (2 * (label === 1 ? positives : rows.length - positives))
  let bias = 0
  const logit = (features: readonly number[]): number =>
    features.reduce((sum, value, at) => sum + value * weights[at]!, bias)
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = Array.from({ length: count }, () => 0)
    let gradientOfBias = 0
    for (const { features, label } of rows) {
      const error = (sigmoid(logit(features)) - label) * weightOf(label)
      for (const [at, value] of features.entries()) gradient[at]! += error * value
      gradientOfBias += error
    }
    for (const at of weights.keys()) {
      weights[at] = Math.max(0, weights[at]! - RATE * (gradient[at]! / rows.length + DECAY * weights[at]!))
    }
    bias -= (RATE * gradientOfBias) / rows.length
  }
  return { weights, bias, of: logit }
}
