import type { Features } from './features.ts'
import { type LinearClass, sigmoid } from './linear-model.ts'
import { seededRandom, shuffle } from './seeded.ts'

/** A text ready for training. */
export interface Sample {
  readonly features: Features
  /** One value per dense feature, about between -1 and 1. */
  readonly dense: readonly number[]
  /** 1 for a text of the class, 0 otherwise. */
  readonly label: number
  /** Weight, for example to limit the influence of one large source. */
  readonly weight: number
}

export interface LinearTraining {
  readonly bits: number
  readonly epochs?: number
  /** First step; AdaGrad shrinks it per weight. */
  readonly rate?: number
  /** Strength of the pull of every weight towards zero, per step and weight met. */
  readonly l2?: number
  /**
   * Share of the steps without the dense features, so that the words contribute to the decision too. A sign that is always right in
   * training would otherwise make them irrelevant.
   */
  readonly denseDrop?: number
  /** Distance of the target probabilities from 0 and 1: keeps a few wrong labels and easy texts from growing weights. */
  readonly smooth?: number
  readonly seed?: number
}

/** Float weights of one class, before rounding to bytes. */
export interface TrainedClass {
  readonly bias: number
  readonly weights: Float32Array
  readonly dense: readonly number[]
}

/**
 * Trains logistic regression by stochastic gradient descent with AdaGrad steps (Duchi et al. 2011). The same samples in the same order and
 * the same options produce the same weights.
 */
export function trainLinear(samples: readonly Sample[], options: LinearTraining): TrainedClass {
  const { bits, epochs = 6, rate = 0.5, l2 = 1e-6, denseDrop = 0, smooth = 0, seed = 1 } = options
  const buckets = 2 ** bits
  const mask = buckets - 1
  const weights = new Float32Array(buckets)
  const squares = new Float32Array(buckets).fill(1e-4)
  const denseCount = samples[0]?.dense.length ?? 0
  const dense = new Float64Array(denseCount)
  const denseSquares = new Float64Array(denseCount).fill(1e-2)
  let bias = 0
  let biasSquares = 1e-2
  const random = seededRandom(seed)
  const order = samples.map((_, index) => index)

  const descend = (hashes: Uint32Array, gradient: number): void => {
    if (hashes.length === 0) return
    const value = 1 / Math.sqrt(hashes.length)
    const base = gradient * value
    for (let index = 0; index < hashes.length; index += 1) {
      const bucket = hashes[index]! & mask
      const slope = base + l2 * weights[bucket]!
      const square = squares[bucket]! + slope * slope
      squares[bucket] = square
      weights[bucket]! -= (rate * slope) / Math.sqrt(square)
    }
  }

  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const index of shuffle(order, random)) {
      const { features, dense: values, label, weight } = samples[index]!
      const denseSeen = denseDrop > 0 && random() < denseDrop ? 0 : denseCount
      let logit = bias + sum(weights, features.chars, mask) + sum(weights, features.words, mask)
      for (let at = 0; at < denseSeen; at += 1) logit += dense[at]! * values[at]!
      const gradient = (sigmoid(logit) - (label === 1 ? 1 - smooth : smooth)) * weight
      if (Math.abs(gradient) < 1e-4) continue
      descend(features.chars, gradient)
      descend(features.words, gradient)
      for (let at = 0; at < denseSeen; at += 1) {
        const slope = gradient * values[at]!
        denseSquares[at]! += slope * slope
        dense[at]! -= (0.1 * slope) / Math.sqrt(denseSquares[at]!)
      }
      biasSquares += gradient * gradient
      bias -= (0.1 * gradient) / Math.sqrt(biasSquares)
    }
  }
  return { bias, weights, dense: [...dense] }
}

function sum(weights: Float32Array, hashes: Uint32Array, mask: number): number {
  if (hashes.length === 0) return 0
  let total = 0
  for (let index = 0; index < hashes.length; index += 1) total += weights[hashes[index]! & mask]!
  return total / Math.sqrt(hashes.length)
}

/** Weights beyond this quantile of their absolute values are clipped: an outlier must not reduce the resolution of all others. */
const CLIP_QUANTILE = 0.9999

/** Rounds weights to signed bytes. Small weights become zero, which makes the file small. */
export function quantise(name: string, trained: TrainedClass, threshold: number): LinearClass {
  const { weights: floats } = trained
  const sizes = new Float32Array(floats.length)
  let count = 0
  for (let at = 0; at < floats.length; at += 1) if (floats[at] !== 0) sizes[count++] = Math.abs(floats[at]!)
  const sorted = sizes.subarray(0, count).sort()
  const largest = sorted[Math.floor(CLIP_QUANTILE * (count - 1))] ?? 1
  const scale = largest / 127
  const weights = new Int8Array(floats.length)
  for (let at = 0; at < floats.length; at += 1) {
    weights[at] = Math.max(-127, Math.min(127, Math.round(floats[at]! / scale)))
  }
  return { name, bias: trained.bias, scale, weights, dense: trained.dense, threshold }
}
