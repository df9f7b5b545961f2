/**
 * Features of a text for the small classifiers: the hashes of its distinct letter and word sequences. Computed once per text for models of
 * every size: a model with fewer buckets ignores high bits of the same hashes.
 */
export interface Features {
  /** Distinct hashes of character 2- to 5-grams, {@link HASH_BITS} bits each. */
  readonly chars: Uint32Array
  /** Distinct hashes of words and pairs of words. */
  readonly words: Uint32Array
}

/** Bits of a hash. Models use at most so many; beyond it collisions no longer cost recall on texts of a message's length. */
export const HASH_BITS = 20

/**
 * Maximum number of characters that are read. Of a longer text the start, the middle and the end are read, since an attack may be anywhere
 * and the work must not grow with untrusted input.
 */
export const CLASSIFIED_CHARS_MAX = 8_192

const GRAM_MIN = 3
const GRAM_MAX = 4

const HASHES = 1 << HASH_BITS
const MASK = HASHES - 1

/** Multipliers of the hash, from the 32-bit finaliser of MurmurHash3 (public domain). */
const MIX_A = 0x85ebca6b
const MIX_B = 0xc2b2ae35

/** Seeds separate the two kinds of features in one hash space. */
const CHAR_SEED = 0x9e3779b9
const WORD_SEED = 0x7f4a7c15

const SPACE = 32

/** Last text with each hash, by text number. Shared, since this code is synchronous. */
const metBy = new Uint16Array(HASHES)
let textNumber = 0

const codes = new Uint32Array(CLASSIFIED_CHARS_MAX + 4)
const found = new Uint32Array((GRAM_MAX - GRAM_MIN + 1) * (CLASSIFIED_CHARS_MAX + 4))

const wordBuffer = new Uint32Array(2 * (CLASSIFIED_CHARS_MAX + 4))

/**
 * Computes the features of a text as lower-case code points, with whitespace runs as one space, and a space before and after. Takes linear
 * time and reads at most {@link CLASSIFIED_CHARS_MAX} code units.
 * @returns features that may be kept; {@link scanFeatures} avoids the allocation
 */
export function featuresOf(text: string): Features {
  const { chars, words } = scanFeatures(text)
  return { chars: chars.slice(), words: words.slice() }
}

/**
 * Computes the same in buffers that the next call overwrites, for callers that score a text only once. Thousands of texts a second would
 * otherwise leave off-heap arrays that are freed slowly.
 */
export function scanFeatures(text: string): Features {
  // Several guards read the same text in sequence.
  if (text !== lastText) {
    lastFeatures = readFeatures(text)
    lastText = text
  }
  return lastFeatures
}

let lastText: string | undefined
let lastFeatures: Features = { chars: new Uint32Array(0), words: new Uint32Array(0) }

/** Returns the hash of a single word in {@link Features.words}; in lower case, without spaces. */
export function hashOfFeatureWord(word: string): number {
  return scanFeatures(word).words[0] ?? 0
}

function readFeatures(text: string): Features {
  const length = readCodes(excerpt(text).toLowerCase())
  nextText()
  let count = 0
  // Sequences of three and four characters at each position, unrolled: this is most of a classifier's cost.
  for (let start = 0; start + GRAM_MIN <= length; start += 1) {
    const three = step(step(step(CHAR_SEED, codes[start]!), codes[start + 1]!), codes[start + 2]!)
    const short = finish(three)
    if (metBy[short] !== textNumber) {
      metBy[short] = textNumber
      found[count++] = short
    }
    if (start + GRAM_MAX > length) break
    const long = finish(step(three, codes[start + 3]!))
    if (metBy[long] !== textNumber) {
      metBy[long] = textNumber
      found[count++] = long
    }
  }
  return { chars: found.subarray(0, count), words: wordsOf(length) }
}

function wordsOf(length: number): Uint32Array {
  let count = 0
  let hash = WORD_SEED
  let before = 0
  let inWord = false
  for (let at = 0; at < length; at += 1) {
    const code = codes[at]!
    if (isWordCode(code)) {
      hash = step(hash, code)
      inWord = true
      // Scripts without spaces between words: each character is a word.
      if (!isUnspaced(code)) continue
    }
    if (!inWord) continue
    const word = finish(hash)
    count = countWord(word, count)
    if (before !== 0) count = countWord(finish(step(step(WORD_SEED, before), word)), count)
    before = word
    hash = WORD_SEED
    inWord = false
  }
  return wordBuffer.subarray(0, count)
}

/** Returns the start, middle and end of a long text, in that order. */
export function excerpt(text: string): string {
  if (text.length <= CLASSIFIED_CHARS_MAX) return text
  const half = CLASSIFIED_CHARS_MAX / 2
  const quarter = CLASSIFIED_CHARS_MAX / 4
  const middle = Math.floor((text.length - quarter) / 2)
  // Two separators and a slightly shorter end keep the length within the limit.
  return `${text.slice(0, half)} ${text.slice(middle, middle + quarter)} ${text.slice(2 - quarter)}`
}

function readCodes(text: string): number {
  let length = 1
  codes[0] = SPACE
  for (let at = 0; at < text.length && length <= CLASSIFIED_CHARS_MAX; at += 1) {
    let code = text.charCodeAt(at)
    if (code >= 0xd800 && code < 0xdc00) {
      code = text.codePointAt(at)!
      if (code > 0xffff) at += 1
    }
    if (code <= SPACE || code === 0xa0 || code === 0x3000) {
      if (codes[length - 1] === SPACE) continue
      code = SPACE
    }
    codes[length] = code
    length += 1
  }
  if (codes[length - 1] !== SPACE) {
    codes[length] = SPACE
    length += 1
  }
  return length
}

function nextText(): void {
  textNumber += 1
  if (textNumber <= 0xffff) return
  metBy.fill(0)
  textNumber = 1
}

function countWord(hash: number, count: number): number {
  if (metBy[hash] === textNumber) return count
  metBy[hash] = textNumber
  wordBuffer[count] = hash
  return count + 1
}

/** Adds one code point, or hash, to a hash. */
export function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, MIX_A) ^ (hash >>> 15)
}

/** Returns the result of {@link step}, as a number below `2 ** HASH_BITS`. */
export function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 13), MIX_B)
  return (mixed ^ (mixed >>> 16)) & MASK
}

/** Letters, digits and the apostrophe; everything from Latin-1 letters on counts as a letter. */
export function isWordCode(code: number): boolean {
  if (code >= 97 && code <= 122) return true
  if (code >= 48 && code <= 57) return true
  if (code === 39) return true
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f)
}

/** Han, kana, Thai, Lao, Khmer, Burmese. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false
  return (
    code <= 0x0eff ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  )
}
