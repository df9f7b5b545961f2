import { foldText } from '@gatehouse/kernel'

/** A word of a text as a number, and whether it says anything of the text that it stands in. */
export interface Words {
  readonly hashes: Int32Array
  /** 1 for a word that is neither short nor in every text. */
  readonly telling: Uint8Array
}

/** Letters of a script that sets no blanks between words: each counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** One class and one plus: linear. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Characters that are not seen split no word. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu

/** Tags that set a text in lines say nothing; those that could hold a text of their own stay. */
const TAG = /<\/?[a-z][a-z0-9]{0,15} ?\/?>/giu

/** Shorter words stand in every text of every language that is written with letters. */
const TELLING_CHARS_MIN = 4

/** Words of English business letters that say nothing of which letter it is. Ours. */
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

/** The words of a text, whatever its case, its line breaks and its punctuation. @param seed  makes hashes of two sessions differ */
export function wordsIn(text: string, seed: number): Words {
  const hashes: number[] = []
  const telling: number[] = []
  const plain = foldText(text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(TAG, ' '))
  for (const [word] of plain.matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      for (const letter of word) {
        hashes.push(hashOf(letter, seed))
        telling.push(1)
      }
    } else {
      hashes.push(hashOf(word, seed))
      telling.push(word.length >= TELLING_CHARS_MIN && !COMMON.has(word) ? 1 : 0)
    }
  }
  return { hashes: Int32Array.from(hashes), telling: Uint8Array.from(telling) }
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return mixed(hash)
}

/** The finaliser of MurmurHash3 (public domain): every bit of the input moves every bit of the output. */
export function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
