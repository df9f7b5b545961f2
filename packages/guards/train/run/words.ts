/**
 * Trains the word vectors for the comparison of texts by topics and custom policies: `npm run train:words -- --data <folder>`. Writes
 * models/words.bin; the same data produce the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { encodeWordVectors } from '../../src/classify/word-vectors.ts'
import { TOPICS } from '../../src/detectors/topics/topics.ts'
import { dataFolder } from '../data-folder.ts'
import { isShippable, readRows } from '../rows.ts'
import { trainWordVectors } from '../word-vectors.ts'

/** Maximum length: the start of a long text is almost as informative as the whole. */
const TEXT_CHARS_MAX = 2_000

const folder = dataFolder()
const texts = ['injection', 'toxicity', 'grounding', 'bias']
  .flatMap((task) => readRows(folder, task))
  .filter(isShippable)
  .map((row) => row.text.slice(0, TEXT_CHARS_MAX))
// Topic word lists are training texts too, so that the words of a topic have similar vectors.
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
