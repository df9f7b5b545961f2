import { marginals, setEmissions, WINDOW_TOKENS_MAX } from '../src/detectors/pii/tagger/decode.ts'
import { TAGS } from '../src/detectors/pii/tagger/model.ts'
import { seededRandom, shuffle } from '../src/classify/seeded.ts'

const COUNT = TAGS.length

/** A window of tokens: the features of each and its tag. */
export interface Sequence {
  readonly features: Int32Array
  readonly tags: Uint8Array
  readonly weight: number
}

export interface CrfTraining {
  readonly bits: number
  readonly perToken: number
  readonly epochs: number
  readonly rate: number
  readonly l2: number
  /** Share of features that are left out at each visit, so that the model does not depend on a single one. */
  readonly dropout: number
}

export interface TrainedCrf {
  readonly weights: Float32Array
  readonly transitions: Float64Array
}

/**
 * Trains by maximum likelihood: stochastic gradient descent with AdaGrad steps for a linear-chain conditional random field (Lafferty et
 * al. 2001; Duchi et al. 2011). The same sequences in the same order produce the same weights.
 */
export function trainCrf(sequences: readonly Sequence[], options: CrfTraining): TrainedCrf {
  const { bits, perToken, epochs, rate, l2, dropout } = options
  const weights = new Float32Array((2 ** bits + 1) * COUNT)
  const squares = new Float32Array(weights.length).fill(0.1)
  const transitions = new Float64Array(COUNT * COUNT)
  const transitionSquares = new Float64Array(COUNT * COUNT).fill(0.1)
  const order = sequences.map((_, index) => index)
  const random = seededRandom(7)
  const probabilities = new Float64Array(WINDOW_TOKENS_MAX * COUNT)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const index of order) {
      const { features: all, tags, weight } = sequences[index] as Sequence
      // The last row of the weights stays empty: dropped features point to it.
      const features = all.map((feature) => (random() < dropout ? 2 ** bits : feature))
      const factors = Float64Array.from(transitions, Math.exp)
      for (let token = 0; token < tags.length; token++) scoreToken(weights, features, perToken, token)
      marginals(factors, tags.length, probabilities)
      for (let token = 0; token < tags.length; token++) {
        for (let tag = 0; tag < COUNT; tag++) {
          const gold = tags[token] === tag ? 1 : 0
          const gradient = ((probabilities[token * COUNT + tag] as number) - gold) * weight
          if (Math.abs(gradient) < 1e-3) continue
          for (let at = token * perToken; at < (token + 1) * perToken; at++) {
            if (features[at] === 2 ** bits) continue
            const slot = (features[at] as number) * COUNT + tag
            const full = gradient + l2 * (weights[slot] as number)
            squares[slot] = (squares[slot] as number) + full * full
            weights[slot] = (weights[slot] as number) - (rate * full) / Math.sqrt(squares[slot])
          }
        }
      }
      learnTransitions(transitions, transitionSquares, tags, probabilities, weight)
    }
  }
  return { weights: weights.subarray(0, 2 ** bits * COUNT), transitions }
}

function scoreToken(weights: Float32Array, features: Int32Array, perToken: number, token: number): void {
  const sums = [0, 0, 0, 0, 0]
  for (let at = token * perToken; at < (token + 1) * perToken; at++) {
    const row = (features[at] as number) * COUNT
    for (let tag = 0; tag < COUNT; tag++) sums[tag] = (sums[tag] as number) + (weights[row + tag] as number)
  }
  setEmissions(token, sums[0] as number, sums[1] as number, sums[2] as number, sums[3] as number, sums[4] as number)
}

/** Updates transitions with expected pairs as if neighbors were independent: an approximation without additional cost. */
function learnTransitions(
  transitions: Float64Array,
  squares: Float64Array,
  tags: Uint8Array,
  probabilities: Float64Array,
  weight: number,
): void {
  for (let token = 1; token < tags.length; token++) {
    for (let from = 0; from < COUNT; from++) {
      for (let tag = 0; tag < COUNT; tag++) {
        const expected =
          (probabilities[(token - 1) * COUNT + from] as number) * (probabilities[token * COUNT + tag] as number)
        const gold = tags[token - 1] === from && tags[token] === tag ? 1 : 0
        const gradient = (expected - gold) * weight
        if (Math.abs(gradient) < 1e-3) continue
        const slot = from * COUNT + tag
        squares[slot] = (squares[slot] as number) + gradient * gradient
        transitions[slot] = (transitions[slot] as number) - (0.1 * gradient) / Math.sqrt(squares[slot])
      }
    }
  }
}

/** Rounds weights to bytes; small weights become zero, so that the file compresses well. */
export function quantise(weights: Float32Array): { readonly bytes: Int8Array; readonly scale: number } {
  let most = 0
  for (const weight of weights) most = Math.max(most, Math.abs(weight))
  const scale = Math.min(most, 4) / 127
  const bytes = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  return { bytes, scale }
}
