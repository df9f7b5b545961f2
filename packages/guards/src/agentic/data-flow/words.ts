import { foldText } from '@gatehouse/kernel/match'
import { alwaysFold, anyConfusable } from '../../text/confusables.ts'

/** Hashes of a text's words, and whether each is distinctive. */
export interface WordHashes {
  readonly hashes: Int32Array
  /** 1 for a distinctive word: neither short nor common. */
  readonly telling: Uint8Array
}

/** Letters of a script without spaces between words. Each counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const OF_WORD = /[\p{L}\p{M}\p{N}]/u

/** Kind of a character in a word. */
const OUTSIDE = 0
const INSIDE = 1
const ALONE = 2
/** Cached kind plus one; 0 if unknown. */
const kinds = new Uint8Array(0x10000)
/** Invisible characters, which do not separate words. */
const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu
/** Accents and strokes over letters. */
const ACCENTS = /[\u0300-\u036f]{1,1000}/g
// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
/** Cached lookalike target plus one (the letter itself for others); 0 if unknown. */
const twins = new Uint32Array(0x10000)

/** Layout tags are ignored. Tags that may contain text are kept. */
const TAG = /<\/?[a-z][a-z0-9]{0,15} ?\/?>/giu

/** Minimum length of a distinctive word in alphabetic scripts. */
const TELLING_CHARS_MIN = 4

/** Own list: common words of English business letters. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'about after again also always another anything available back because been before being below best better both ' +
    'call come contact could date dear each either email even every feel following forward free from further getting give ' +
    'going good great have having hear hello help here hope information into just kind know last latest least like ' +
    'look looking made make many message more most much must need never next note number once only other ours over ' +
    'part please provide question questions ready reach really regarding regards request same send should since some soon ' +
    'still such sure take team than thank thanks that their them then there these they thing things this those through ' +
    'time today together touch under until update upon used using very want week well were what when where which while ' +
    'will wish with within without work would year your yours'
  ).split(' '),
)

const FNV_PRIME = 0x01000193

/** Returns the words of a text, independent of case, line breaks and punctuation. @param seed  separates the hashes of two sessions */
export function wordHashes(text: string, seed: number): WordHashes {
  const plain = foldText(withoutAccents(text).replaceAll(TAG, ' '))
  const hashes: number[] = []
  const telling: number[] = []
  let hash = seed
  let unseeded = 0
  let length = 0
  const end = (isTelling: boolean): void => {
    hashes.push(mixed(hash))
    telling.push(isTelling ? 1 : 0)
    hash = seed
    unseeded = 0
    length = 0
  }
  // Processed by code unit, because match objects would cost several times as much.
  for (let at = 0; at < plain.length; at++) {
    const seen = plain.charCodeAt(at)
    const kind = kindOf(plain, at, seen)
    if (length > 0 && kind !== INSIDE) end(length >= TELLING_CHARS_MIN && !commonHashes().has(unseeded))
    if (kind === OUTSIDE) continue
    const unit = seen < 0x80 ? seen : latinLookalike(seen)
    hash = Math.imul(hash ^ unit, FNV_PRIME)
    unseeded = Math.imul(unseeded ^ unit, FNV_PRIME)
    length += 1
    if (kind === ALONE) end(true)
  }
  if (length > 0) end(length >= TELLING_CHARS_MIN && !commonHashes().has(unseeded))
  return { hashes: Int32Array.from(hashes), telling: Uint8Array.from(telling) }
}

function withoutAccents(text: string): string {
  if (ASCII.test(text)) return text
  return text.normalize('NFKD').replaceAll(UNSEEN, '').replaceAll(ACCENTS, '').normalize('NFC')
}

/**
 * Returns the Latin lookalike of a letter, in both cases, regardless of context: texts in other scripts change everywhere, and equally in
 * a source and in its copy.
 */
function latinLookalike(unit: number): number {
  const known = twins[unit]!
  if (known !== 0) return known - 1
  const upper = String.fromCharCode(unit).toUpperCase().charCodeAt(0)
  const twin = latinLookalikeOfCase(unit) || latinLookalikeOfCase(upper) || unit
  const folded = twin < 0x80 ? String.fromCharCode(twin).toLowerCase().charCodeAt(0) : twin
  twins[unit] = folded + 1
  return folded
}

function latinLookalikeOfCase(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return 0
  return alwaysFold.get(unit) ?? (unit < 0x80 ? 0 : anyConfusable(unit))
}

/** Returns the kind of a unit. Halves of pairs are handled individually: letters beyond the first plane are word characters too. */
function kindOf(text: string, at: number, unit: number): number {
  const known = kinds[unit]!
  if (known !== 0) return known - 1
  if (unit >= 0xd800 && unit < 0xe000) return kindOfPair(text, at, unit)
  const character = String.fromCharCode(unit)
  const kind = UNSPACED.test(character) ? ALONE : OF_WORD.test(character) ? INSIDE : OUTSIDE
  kinds[unit] = kind + 1
  return kind
}

function kindOfPair(text: string, at: number, unit: number): number {
  const character = unit < 0xdc00 ? text.slice(at, at + 2) : text.slice(at - 1, at + 1)
  return OF_WORD.test(character) ? INSIDE : OUTSIDE
}

let hashesOfCommon: ReadonlySet<number> | undefined

function commonHashes(): ReadonlySet<number> {
  hashesOfCommon ??= new Set(
    [...COMMON].map((word) => {
      let hash = 0
      for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
      return hash
    }),
  )
  return hashesOfCommon
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return mixed(hash)
}

/** Finalizer of MurmurHash3 (public domain): every input bit affects every output bit. */
export function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
