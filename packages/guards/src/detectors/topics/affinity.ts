import { scoreLinear } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { cosine, meanVector, shippedWordVectors, type WordVectors, wordsOf } from '../../classify/word-vectors.ts'
import { TOPICS } from './topics.ts'

/** A configured topic or purpose, prepared for comparison with texts. */
export interface CompiledTopic {
  readonly description: string
  readonly fields: Float64Array
  /** Words of the description and of the fields that it names, with their rows in the vectors. */
  readonly words: ReadonlySet<string>
  readonly rows: Int32Array
  readonly ownRows: Int32Array
  readonly mean: Float64Array
}

/** How near a text is to a topic. */
export interface Affinity {
  /** Probability that the text is about the topic, between 0 and 1. */
  readonly score: number
  /** Number of known content words in the text; with few, the score is unreliable. */
  readonly known: number
}

/** The dense features of the topic model, in its order. */
export const AFFINITY_NAMES: readonly string[] = ['fields', 'words', 'nearest', 'own_nearest', 'direction']

/** Minimum rarity of words that indicate the topic of a text: one text in ten contains a word of rarity 2.3. */
const RARITY_MIN = 2.2
/** Rarity of an unknown word. */
const RARITY_UNKNOWN = 8
/** Minimum share of a field that a description names. */
const FIELD_MIN = 0.3
/** Sum of rarities of shared words that settles the matter. */
const SHARED_ENOUGH = 8
/** Content words compared per text; each is compared with every word of the topic. */
const CONTENT_WORDS_MAX = 60
/** A vector of bytes has about this length; see `trainWordVectors`. */
const VECTOR_LENGTH = 254

const FIELDS = TOPICS.map(({ name, words }) => ({ words: new Set(wordsOf(words)), name: new Set(wordsOf(name)) }))

/** Number of fields with each word. */
const FIELD_COUNTS = new Map<string, number>()
for (const { words } of FIELDS) {
  for (const word of words) FIELD_COUNTS.set(word, (FIELD_COUNTS.get(word) ?? 0) + 1)
}

/** Prepares a topic ("medical advice") or a purpose ("You are a banking assistant …"). */
export function compileTopic(description: string): CompiledTopic {
  const vectors = shippedWordVectors()
  const own = contentOf(vectors, wordsOf(description))
  const fields = fieldsOf(own)
  const words = new Set(own)
  for (const [index, share] of fields.entries()) {
    if (share < FIELD_MIN) continue
    for (const word of contentOf(vectors, [...FIELDS[index]!.words])) words.add(word)
  }
  return {
    description,
    fields,
    words,
    rows: rowsOf(vectors, [...words]),
    ownRows: rowsOf(vectors, own),
    mean: meanVector(vectors, [...words]),
  }
}

/** A text, read once for all topics that it is compared with. */
export interface ReadText {
  readonly words: readonly string[]
  readonly fields: Float64Array
  readonly mean: Float64Array
  readonly known: number
}

/** Reads a text for comparing. Linear, and bounded by the words that are looked at. */
export function readForTopics(text: string): ReadText {
  const vectors = shippedWordVectors()
  const words = contentOf(vectors, wordsOf(text)).slice(0, CONTENT_WORDS_MAX)
  return {
    words,
    fields: fieldsOf(words),
    mean: meanVector(vectors, words),
    known: words.filter((word) => vectors.rows.has(word)).length,
  }
}

/** Compares a text with a topic. */
export function affinityOf(text: ReadText, topic: CompiledTopic): Affinity {
  const score = scoreLinear(
    shippedModel('topic'),
    { chars: NO_HASHES, words: NO_HASHES },
    affinityFeatures(text, topic),
  )
  return { score: text.words.length === 0 ? 0 : (score[0] ?? 0), known: text.known }
}

const NO_HASHES = new Uint32Array(0)

/** Returns the features of the topic model, each about between 0 and 1. */
export function affinityFeatures(text: ReadText, topic: CompiledTopic): number[] {
  const vectors = shippedWordVectors()
  let shared = 0
  let nearest = 0
  let ownNearest = 0
  let weights = 0
  for (const word of text.words) {
    const row = vectors.rows.get(word)
    const weight = row === undefined ? RARITY_UNKNOWN : vectors.rarity[row]!
    if (topic.words.has(word)) shared += weight
    if (row === undefined) continue
    weights += weight
    nearest += weight * nearestOf(vectors, row, topic.rows)
    ownNearest += weight * nearestOf(vectors, row, topic.ownRows)
  }
  return [
    cosine(text.fields, topic.fields),
    Math.min(1, shared / SHARED_ENOUGH),
    weights === 0 ? 0 : nearest / weights,
    weights === 0 ? 0 : ownNearest / weights,
    cosine(text.mean, topic.mean),
  ]
}

function nearestOf({ dimensions, values }: WordVectors, row: number, rows: Int32Array): number {
  let most = 0
  const start = row * dimensions
  for (const other of rows) {
    let dot = 0
    for (let at = 0, there = other * dimensions; at < dimensions; at += 1, there += 1)
      dot += values[start + at]! * values[there]!
    if (dot > most) most = dot
  }
  return most / (VECTOR_LENGTH * VECTOR_LENGTH)
}

/** Returns distinct words that indicate the topic of a text. */
function contentOf({ rows, rarity }: WordVectors, words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => {
    const row = rows.get(word)
    return row === undefined ? word.length > 2 : rarity[row]! >= RARITY_MIN
  })
}

function rowsOf({ rows }: WordVectors, words: readonly string[]): Int32Array {
  return Int32Array.from(words.flatMap((word) => rows.get(word) ?? []))
}

/** Returns the share of each field in words, as a vector of length 1. */
function fieldsOf(words: readonly string[]): Float64Array {
  const shares = Float64Array.from(FIELDS, (field) => {
    let sum = 0
    for (const word of words) if (field.words.has(word)) sum += (field.name.has(word) ? 2 : 1) / FIELD_COUNTS.get(word)!
    return sum
  })
  const length = Math.hypot(...shares)
  return length === 0 ? shares : shares.map((share) => share / length)
}
