import type { WordVectors } from '../src/classify/word-vectors.ts'
import { wordsOf } from '../src/classify/word-vectors.ts'
import { seededRandom, shuffle } from '../src/classify/seeded.ts'

export interface VectorTraining {
  readonly dimensions: number
  /** Words seen less often have no vector. */
  readonly countMin: number
  readonly wordsMax: number
  /** Neighbours on each side. */
  readonly window: number
  readonly negatives: number
  readonly epochs: number
  readonly rate: number
}

interface Vocabulary {
  readonly words: readonly string[]
  readonly rows: ReadonlyMap<string, number>
  /** Number of occurrences, and number of texts with the word, by row. */
  readonly counts: Float64Array
  readonly texts: Float64Array
}

const NEGATIVE_TABLE = 1 << 20
/** Frequent words are skipped by this measure (Mikolov et al. 2013, section 2.3). */
const SUBSAMPLE = 3e-4

/**
 * Trains word vectors: skip-gram with negative sampling (Mikolov et al. 2013). The same texts in the same order produce the same vectors.
 * @returns vectors scaled to bytes, without the common direction of all words
 */
export function trainWordVectors(texts: readonly string[], options: VectorTraining): WordVectors {
  const random = seededRandom(5)
  const vocabulary = readVocabulary(texts, options)
  const documents = texts.map((text) =>
    Int32Array.from(wordsOf(text).flatMap((word) => vocabulary.rows.get(word) ?? [])),
  )
  const size = vocabulary.words.length * options.dimensions
  const inner = Float32Array.from({ length: size }, () => (random() - 0.5) / options.dimensions)
  const outer = new Float32Array(size)
  const negatives = negativeTable(vocabulary.counts)
  const total = vocabulary.counts.reduce((sum, count) => sum + count, 0)
  const keep = vocabulary.counts.map((count) => Math.min(1, Math.sqrt((SUBSAMPLE * total) / count)))
  const order = documents.map((_, index) => index)
  const pass: Pass = { options, inner, outer, negatives, random, gradient: new Float32Array(options.dimensions) }
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    shuffle(order, random)
    for (const [done, index] of order.entries()) {
      const share = (epoch + done / order.length) / options.epochs
      const rate = options.rate * Math.max(0.02, 1 - share)
      const words = documents[index]!.filter((word) => random() < keep[word]!)
      readDocument(pass, words, rate)
    }
  }
  return quantise(vocabulary, inner, options.dimensions, texts.length)
}

interface Pass {
  readonly options: VectorTraining
  readonly inner: Float32Array
  readonly outer: Float32Array
  readonly negatives: Int32Array
  readonly random: () => number
  readonly gradient: Float32Array
}

function readDocument(pass: Pass, words: Int32Array, rate: number): void {
  const { window } = pass.options
  for (let at = 0; at < words.length; at += 1) {
    const reach = 1 + Math.floor(pass.random() * window)
    for (let near = Math.max(0, at - reach); near <= Math.min(words.length - 1, at + reach); near += 1) {
      if (near !== at) pull(pass, words[at]!, words[near]!, rate)
    }
  }
}

/** Performs one step: towards the neighbor, away from randomly drawn words. */
function pull(
  { options, inner, outer, negatives, random, gradient }: Pass,
  word: number,
  near: number,
  rate: number,
): void {
  const { dimensions } = options
  gradient.fill(0)
  const own = word * dimensions
  for (let draw = 0; draw <= options.negatives; draw += 1) {
    const target = draw === 0 ? near : negatives[Math.floor(random() * NEGATIVE_TABLE)]!
    if (draw > 0 && target === near) continue
    const other = target * dimensions
    let dot = 0
    for (let at = 0; at < dimensions; at += 1) dot += inner[own + at]! * outer[other + at]!
    const step = rate * ((draw === 0 ? 1 : 0) - 1 / (1 + Math.exp(-dot)))
    for (let at = 0; at < dimensions; at += 1) {
      gradient[at]! += step * outer[other + at]!
      outer[other + at]! += step * inner[own + at]!
    }
  }
  for (let at = 0; at < dimensions; at += 1) inner[own + at]! += gradient[at]!
}

function readVocabulary(texts: readonly string[], { countMin, wordsMax }: VectorTraining): Vocabulary {
  const seen = new Map<string, { count: number; texts: number; last: number }>()
  for (const [index, text] of texts.entries()) {
    for (const word of wordsOf(text)) {
      const known = seen.get(word) ?? { count: 0, texts: 0, last: -1 }
      known.count += 1
      if (known.last !== index) known.texts += 1
      known.last = index
      seen.set(word, known)
    }
  }
  const remaining = [...seen]
    .filter(([word, { texts: current }]) => current >= countMin && word.length <= 24)
    .sort((left, right) => right[1].count - left[1].count || (left[0] < right[0] ? -1 : 1))
    .slice(0, wordsMax)
  return {
    words: remaining.map(([word]) => word),
    rows: new Map(remaining.map(([word], row) => [word, row])),
    counts: Float64Array.from(remaining, ([, { count }]) => count),
    texts: Float64Array.from(remaining, ([, { texts: current }]) => current),
  }
}

/** Words by the power 3/4 of how often they are (Mikolov et al. 2013, section 2.2). */
function negativeTable(counts: Float64Array): Int32Array {
  const powers = counts.map((count) => count ** 0.75)
  const total = powers.reduce((sum, power) => sum + power, 0)
  const table = new Int32Array(NEGATIVE_TABLE)
  let row = 0
  let reached = powers[0]! / total
  for (let at = 0; at < NEGATIVE_TABLE; at += 1) {
    while (at / NEGATIVE_TABLE > reached && row < powers.length - 1) reached += powers[++row]! / total
    table[at] = row
  }
  return table
}

function quantise({ rows, texts }: Vocabulary, inner: Float32Array, dimensions: number, all: number): WordVectors {
  const mean = new Float64Array(dimensions)
  for (let at = 0; at < inner.length; at += 1) mean[at % dimensions]! += inner[at]! / rows.size
  const values = new Int8Array(inner.length)
  for (let row = 0; row < rows.size; row += 1) {
    const own = Array.from({ length: dimensions }, (_, at) => inner[row * dimensions + at]! - mean[at]!)
    const length = Math.hypot(...own)
    for (const [at, value] of own.entries()) {
      values[row * dimensions + at] = Math.max(-127, Math.min(127, Math.round((value / length) * 254)))
    }
  }
  return { dimensions, rows, values, rarity: Float32Array.from(texts, (current) => Math.log(all / current)) }
}
