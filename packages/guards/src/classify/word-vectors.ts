import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Word vectors: words with similar contexts have similar directions. */
export interface WordVectors {
  readonly dimensions: number
  /** Row of a word in `values`, by its form from {@link wordsOf}. */
  readonly rows: ReadonlyMap<string, number>
  /** One signed byte per dimension; all rows have about the same length. */
  readonly values: Int8Array
  /** Rarity of a word: the natural logarithm of all texts divided by texts with the word. */
  readonly rarity: Float32Array
}

/** File format: gzip of "GHWV1\n", a line of JSON, the words one per line, the rarities in tenths as bytes, and the rows. */
const MAGIC = 'GHWV1\n'

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?|\p{N}+/gu

/** Maximum number of words read per text. */
export const WORDS_READ_MAX = 2_000

/** Returns the words of a text in lower case, without plural and common English endings; digits become `0`. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (words.length >= WORDS_READ_MAX) break
    words.push(/^\p{N}/u.test(word) ? '0' : baseForm(word.replace(/['’].*$/u, '')))
  }
  return words
}

/** Returns a word without English endings. Other languages are unchanged. */
export function baseForm(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Returns the bytes of a word vector file; the same vectors produce the same bytes. */
export function encodeWordVectors({ dimensions, rows, values, rarity }: WordVectors): Buffer {
  const words = [...rows.keys()]
  const head = `${MAGIC}${JSON.stringify({ dimensions, words: words.length })}\n${words.join('\n')}\n`
  const tenths = Buffer.from(Uint8Array.from(rarity, (value) => Math.round(value * 10)))
  return gzipSync(
    Buffer.concat([Buffer.from(head), tenths, Buffer.from(values.buffer, values.byteOffset, values.length)]),
    {
      level: 9,
    },
  )
}

/** @throws {Error} when the bytes are of another form: a damaged installation, not a mistake of a user */
export function decodeWordVectors(bytes: Uint8Array): WordVectors {
  const raw = gunzipSync(bytes)
  if (raw.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a file of word vectors of this version')
  const lineEnd = raw.indexOf(10, MAGIC.length)
  const head = JSON.parse(raw.toString('utf8', MAGIC.length, lineEnd)) as { dimensions: number; words: number }
  const rows = new Map<string, number>()
  let at = lineEnd + 1
  for (let row = 0; row < head.words; row += 1) {
    const end = raw.indexOf(10, at)
    rows.set(raw.toString('utf8', at, end), row)
    at = end + 1
  }
  const rarity = Float32Array.from(raw.subarray(at, at + head.words), (tenths) => tenths / 10)
  at += head.words
  if (raw.length !== at + head.words * head.dimensions) throw new Error('the file of word vectors is cut short')
  const values = new Int8Array(raw.buffer, raw.byteOffset + at, head.words * head.dimensions)
  return { dimensions: head.dimensions, rows, values, rarity }
}

let loaded: WordVectors | undefined

/** Returns the vectors in `models/`, loaded at first use and cached. */
export function shippedWordVectors(): WordVectors {
  loaded ??= decodeWordVectors(readFileSync(new URL('../../models/words.bin', import.meta.url)))
  return loaded
}

/** Returns the sum of word vectors weighted by rarity, scaled to length 1; all zero without known words. */
export function meanVector(vectors: WordVectors, words: readonly string[]): Float64Array {
  const { dimensions, rows, values, rarity } = vectors
  const sum = new Float64Array(dimensions)
  for (const word of new Set(words)) {
    const row = rows.get(word)
    if (row === undefined) continue
    const weight = rarity[row]!
    for (let at = 0; at < dimensions; at += 1) sum[at]! += weight * values[row * dimensions + at]!
  }
  return toUnit(sum)
}

/** Scales a vector to length 1. A zero vector is unchanged. */
export function toUnit(vector: Float64Array): Float64Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** Returns the cosine between two vectors of length 1; 0 for an empty one. */
export function cosine(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += left[at]! * right[at]!
  return sum
}
