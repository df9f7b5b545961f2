import { namesIn } from './names.ts'
import { plainOf } from './plain.ts'
import { hashOf, mixed, wordsIn } from './words.ts'

/** Words of one shingle: five in a row are seldom the same by chance, and a copied sentence has several. */
export const SHINGLE_WORDS = 5
/** Of them so many must tell something of the text: "please let me know if" stands in every letter. */
const TELLING_MIN = 2
/** Shingles of a source that a text must hold for a passage of it: seven words in a row, where all of them are kept. */
const SHARED_MIN = 3
/** The same where a choice is kept: each then stands for several in a row. */
const SHARED_OF_CHOICE_MIN = 2

/** What is kept of one output. Beyond it fewer shingles are kept, evenly: longer passages are needed then. */
const SHINGLES_KEPT_MAX = 2_048
const NAMES_KEPT_MAX = 256

/** What a text can be told by without being known. */
export interface Fingerprint {
  /** Hashes of words in a row; of long texts a choice that any long enough passage of it shares. */
  readonly shingles: Int32Array
  /** How many of them make a passage. */
  readonly sharedMin: number
  /** Hashes of addresses, links and long numbers: one of them alone is a thing that was carried over. */
  readonly names: Int32Array
}

/** What of a source was found in a text. */
export interface Carried {
  readonly shingles: number
  readonly names: number
  readonly isPassage: boolean
}

const BASE = 0x2c1b3c6d

/** What is kept of a source. Time is linear in the text. */
export function fingerprint(text: string, seed: number): Fingerprint {
  const all = shinglesOf(text, seed)
  const areAll = all.length <= SHINGLES_KEPT_MAX
  const kept = areAll ? all : winnowed(all, Math.ceil((2 * all.length) / SHINGLES_KEPT_MAX))
  return {
    shingles: distinct(kept, SHINGLES_KEPT_MAX),
    sharedMin: areAll ? SHARED_MIN : SHARED_OF_CHOICE_MIN,
    names: namesOf(text, seed, NAMES_KEPT_MAX),
  }
}

/** Of four shingles one is kept of an output that is long ago. */
const OF_OLD = 3

/** The same source in a quarter of the room: passages of twenty words are found nearly always, of ten seldom. */
export function faded({ shingles, names }: Fingerprint): Fingerprint {
  return { shingles: shingles.filter((hash) => (hash & OF_OLD) === 0), sharedMin: SHARED_OF_CHOICE_MIN, names }
}

/** What is looked for in sources: everything that a text holds. */
export function probe(texts: readonly string[], seed: number): ReadonlySet<number>[] {
  const shingles = new Set<number>()
  const names = new Set<number>()
  for (const text of texts) {
    for (const hash of shinglesOf(text, seed)) shingles.add(hash)
    for (const hash of namesOf(text, seed, Infinity)) names.add(hash)
  }
  return [shingles, names]
}

/** How much of a source a probe holds. */
export function carriedFrom(source: Fingerprint, [shingles, names]: readonly ReadonlySet<number>[]): Carried {
  const found = shared(source.shingles, shingles!)
  return { shingles: found, names: shared(source.names, names!), isPassage: found >= source.sharedMin }
}

/** Whether a probe holds something of a source: a passage, or a name. */
export function isCarried({ isPassage, names }: Carried): boolean {
  return isPassage || names > 0
}

function shared(kept: Int32Array, looked: ReadonlySet<number>): number {
  let count = 0
  if (looked.size > 0) for (const hash of kept) if (looked.has(hash)) count += 1
  return count
}

/** Hashes of every five words in a row that tell something, in their order. */
function shinglesOf(text: string, seed: number): number[] {
  const { hashes, telling } = wordsIn(text, seed)
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
 * The least hash of every window, each place once: of any `window` shingles in a row one is kept.
 * @see Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003
 */
function winnowed(shingles: readonly number[], window: number): number[] {
  const kept: number[] = []
  // Places of falling windows' minima: each place goes in once and out once.
  const queue: number[] = []
  let head = 0
  let last = -1
  for (let at = 0; at < shingles.length; at++) {
    while (queue.length > head && shingles[queue.at(-1)!]! >= shingles[at]!) queue.pop()
    queue.push(at)
    if (queue[head]! <= at - window) head += 1
    const least = queue[head]!
    if (at >= window - 1 && least !== last) {
      kept.push(shingles[least]!)
      last = least
    }
  }
  return kept
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
