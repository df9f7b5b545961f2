/**
 * Trains the word vectors that topics and custom policies compare texts by: `npm run train:words -- --data <folder>`.
 * Writes models/words.bin; the same data give the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { encodeWordVectors } from '../../src/classify/word-vectors.ts'
import { TOPICS } from '../../src/detectors/topics/topics.ts'
import { dataFolder } from '../data-folder.ts'
import { isShippable, readRows } from '../rows.ts'
import { trainWordVectors } from '../word-vectors.ts'

/** Long texts teach about as much by their beginning. */
const TEXT_CHARS_MAX = 2_000

const folder = dataFolder()
const texts = ['injection', 'toxicity', 'grounding', 'bias']
  .flatMap((task) => readRows(folder, task))
  .filter(isShippable)
  .map((row) => row.text.slice(0, TEXT_CHARS_MAX))
// The lists of topics are read as texts too, so that every word of a topic has a place near the others.
const lists = TOPICS.flatMap(({ words }) => [words, words, words, words].map((list) => list.trim()))
const vectors = trainWordVectors([...new Set(texts), ...lists], {
  dimensions: 48,
  countMin: 4,
  wordsMax: 16_000,
  window: 6,
  negatives: 6,
  epochs: 4,
  rate: 0.05,
})
const bytes = encodeWordVectors(vectors)
writeFileSync(new URL('../../models/words.bin', import.meta.url), bytes)
process.stdout.write(`models/words.bin: ${vectors.rows.size} words, ${bytes.length} bytes\n`)
