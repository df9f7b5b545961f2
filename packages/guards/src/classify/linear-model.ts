import { type Features, HASH_BITS } from './features.ts'

/** One class of a model, with a weight for every bucket and every dense feature. */
export interface LinearClass {
  readonly name: string
  readonly bias: number
  /** A stored weight times this is the weight. */
  readonly scale: number
  /** One weight per bucket; 127 is the largest. */
  readonly weights: Int8Array
  /** One weight per dense feature of the model. */
  readonly dense: readonly number[]
  /** The text is flagged from this score on: chosen on sources that the weights were not trained on. */
  readonly threshold: number
}

/** Independent logistic regressions over hashed features; a text may belong to several classes or to none. */
export interface LinearModel {
  readonly task: string
  /** Buckets are `2 ** bits`. */
  readonly bits: number
  /** Names of the dense features, which the caller computes. */
  readonly dense: readonly string[]
  readonly classes: readonly LinearClass[]
}

/**
 * Returns the probability of each class, in the order of the model's classes.
 * @param dense one number per dense feature of the model
 */
export function scoreLinear(model: LinearModel, features: Features, dense: readonly number[] = []): number[] {
  return model.classes.map((item) => sigmoid(logitOf(item, model.bits, features, dense)))
}

/**
 * Returns the log odds of a class. Letters and words each count as one vector of length 1, so that long texts do not outweigh short ones.
 */
export function logitOf(
  linearClass: LinearClass,
  bits: number,
  { chars, words }: Features,
  dense: readonly number[],
): number {
  const mask = 2 ** bits - 1
  let logit = linearClass.bias
  logit += linearClass.scale * (unitSum(linearClass.weights, chars, mask) + unitSum(linearClass.weights, words, mask))
  for (let index = 0; index < linearClass.dense.length; index += 1)
    logit += linearClass.dense[index]! * (dense[index] ?? 0)
  return logit
}

function unitSum(weights: Int8Array, hashes: Uint32Array, mask: number): number {
  if (hashes.length === 0) return 0
  let sum = 0
  for (let index = 0; index < hashes.length; index += 1) sum += weights[hashes[index]! & mask]!
  return sum / Math.sqrt(hashes.length)
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Most bits that a model can use. */
export const MODEL_BITS_MAX = HASH_BITS
