import { namesIn } from './names.ts'
import { plainOf } from './plain.ts'
import { hashOf, mixed, wordHashes } from './words.ts'

/** Number of words in a shingle: five consecutive words are rarely equal by chance, and a copied sentence has several shingles. */
export const SHINGLE_WORDS = 5
/** Minimum number of distinctive words in a shingle. "please let me know if" is in many letters. */
const TELLING_MIN = 2
/** Minimum number of shared shingles of a passage: seven consecutive words if all shingles are stored. */
const SHARED_MIN = 3
/** Same for sampled shingles. Each represents several consecutive ones. */
const SHARED_OF_CHOICE_MIN = 2

/** Maximum number of stored shingles per output. Of longer outputs an even sample is stored: then only longer passages are found. */
const SHINGLES_KEPT_MAX = 2_048
const NAMES_KEPT_MAX = 256

/** Fingerprint of a text that does not reveal the text. */
export interface Fingerprint {
  /** Hashes of consecutive words. For long texts, a sample that long passages share. */
  readonly shingles: Int32Array
  /** Minimum number of shared shingles for a passage. */
  readonly sharedMin: number
  /** Hashes of addresses, links and long numbers. A single one counts as copied. */
  readonly names: Int32Array
}

/** Content of a source in a text. */
export interface SourceOverlap {
  readonly shingles: number
  readonly names: number
  readonly isPassage: boolean
}

const BASE = 0x2c1b3c6d

/** Returns the fingerprint of a source. Time is linear in the text. */
export function fingerprint(text: string, seed: number): Fingerprint {
  const all = shinglesOf(text, seed)
  const areAll = all.length <= SHINGLES_KEPT_MAX
  const remaining = areAll ? all : winnowed(all, Math.ceil((2 * all.length) / SHINGLES_KEPT_MAX))
  return {
    shingles: distinct(remaining, SHINGLES_KEPT_MAX),
    sharedMin: areAll ? SHARED_MIN : SHARED_OF_CHOICE_MIN,
    names: namesOf(text, seed, NAMES_KEPT_MAX),
  }
}

/** One in four shingles of an older output is stored. */
const OF_OLD = 3

/** Reduces a source to a quarter of its size. Passages of twenty words are still found nearly always, passages of ten rarely. */
export function faded({ shingles, names }: Fingerprint): Fingerprint {
  return { shingles: shingles.filter((hash) => (hash & OF_OLD) === 0), sharedMin: SHARED_OF_CHOICE_MIN, names }
}

/** Returns a probe for comparison with sources: all content of a text. */
export function probe(texts: readonly string[], seed: number): ReadonlySet<number>[] {
  const shingles = new Set<number>()
  const names = new Set<number>()
  for (const text of texts) {
    for (const hash of shinglesOf(text, seed)) shingles.add(hash)
    for (const hash of namesOf(text, seed, Infinity)) names.add(hash)
  }
  return [shingles, names]
}

/** Returns the content of a source in a probe. */
export function overlapWith(source: Fingerprint, [shingles, names]: readonly ReadonlySet<number>[]): SourceOverlap {
  const found = shared(source.shingles, shingles!)
  return { shingles: found, names: shared(source.names, names!), isPassage: found >= source.sharedMin }
}

/** Returns whether a probe contains content of a source: a passage, or a name. */
export function isCopied({ isPassage, names }: SourceOverlap): boolean {
  return isPassage || names > 0
}

function shared(stored: Int32Array, looked: ReadonlySet<number>): number {
  let count = 0
  if (looked.size > 0) for (const hash of stored) if (looked.has(hash)) count += 1
  return count
}

/** Returns the hashes of all five consecutive words with enough distinctive ones, in order. */
function shinglesOf(text: string, seed: number): number[] {
  const { hashes, telling } = wordHashes(text, seed)
  const shingles: number[] = []
  let tells = 0
  for (let end = 0; end < hashes.length; end++) {
    tells += telling[end]!
    if (end >= SHINGLE_WORDS) tells -= telling[end - SHINGLE_WORDS]!
    if (end < SHINGLE_WORDS - 1 || tells < TELLING_MIN) continue
    let hash = 0
    for (let at = end - SHINGLE_WORDS + 1; at <= end; at++) hash = Math.imul(hash, BASE) + hashes[at]!
    shingles.push(mixed(hash))
  }
  return shingles
}

/**
 * Returns the minimum hash of every window, each position once: one of any `window` consecutive shingles is stored.
 * @see Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003
 */
function winnowed(shingles: readonly number[], window: number): number[] {
  const remaining: number[] = []
  // Monotonic queue of window minima: each position is added once and removed once.
  const queue: number[] = []
  let head = 0
  let last = -1
  for (let at = 0; at < shingles.length; at++) {
    while (queue.length > head && shingles[queue.at(-1)!]! >= shingles[at]!) queue.pop()
    queue.push(at)
    if (queue[head]! <= at - window) head += 1
    const least = queue[head]!
    if (at >= window - 1 && least !== last) {
      remaining.push(shingles[least]!)
      last = least
    }
  }
  return remaining
}

function namesOf(text: string, seed: number, max: number): Int32Array {
  const hashes: number[] = []
  for (const name of namesIn(plainOf(text))) {
    hashes.push(hashOf(name, ~seed))
    if (hashes.length >= max) break
  }
  return distinct(hashes, max)
}

function distinct(hashes: readonly number[], max: number): Int32Array {
  const set = new Set(hashes)
  return Int32Array.from(set.size <= max ? set : [...set].slice(0, max))
}
