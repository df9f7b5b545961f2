import { CLASSIFIED_CHARS_MAX, excerpt, type Features, finish, isWordCode, scanFeatures, step } from './features.ts'

/** Seeds that separate first words, first pairs and last words from each other and from the other features. */
const FIRST_SEED = 0x5bd1e995
const PAIR_SEED = 0x1b873593
const LAST_SEED = 0x3c6ef372

/** Maximum number of sentences, with three hashes each. */
const SENTENCES_MAX = 128

const starts = new Uint32Array(3 * SENTENCES_MAX)
const joined = new Uint32Array(2 * (CLASSIFIED_CHARS_MAX + 4) + 3 * SENTENCES_MAX)

/**
 * Computes the features of a text, with additional words for the start and the end of its sentences: an instruction starts with its verb.
 * In buffers that the next call overwrites. Linear.
 */
export function scanWithStarts(text: string): Features {
  const { chars, words } = scanFeatures(text)
  const count = readStarts(excerpt(text).toLowerCase())
  joined.set(words)
  joined.set(starts.subarray(0, count), words.length)
  return { chars, words: joined.subarray(0, words.length + count) }
}

/** Computes the same in newly allocated arrays. */
export function withStarts(text: string): Features {
  const { chars, words } = scanWithStarts(text)
  return { chars: chars.slice(), words: words.slice() }
}

function readStarts(lower: string): number {
  let count = 0
  let sentences = 0
  let wordsHere = 0
  let first = 0
  let last = 0
  let hash = FIRST_SEED
  let inWord = false
  const meet = (found: number): void => {
    // A repeated opening counts only once.
    if (!starts.subarray(0, count).includes(found)) starts[count++] = found
  }
  for (let at = 0; at <= lower.length && sentences < SENTENCES_MAX; at += 1) {
    const code = at === lower.length ? 10 : lower.charCodeAt(at)
    if (isWordCode(code) && !endsSentence(code)) {
      hash = step(hash, code)
      inWord = true
      continue
    }
    if (inWord) {
      last = finish(hash)
      wordsHere += 1
      if (wordsHere === 1) meet((first = last))
      if (wordsHere === 2) meet(finish(step(step(PAIR_SEED, first), last)))
      hash = FIRST_SEED
      inWord = false
    }
    if (wordsHere === 0 || !endsSentence(code)) continue
    meet(finish(step(LAST_SEED, last)))
    sentences += 1
    wordsHere = 0
  }
  return count
}

/**
 * Returns whether a character ends a sentence: a full stop, an exclamation or question mark, a colon, a line end, in Latin or East Asian
 * script.
 */
function endsSentence(code: number): boolean {
  return (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 58 ||
    code === 10 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff1f
  )
}
