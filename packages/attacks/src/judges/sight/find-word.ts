import { cipherFinder, type CipherHit } from './ciphers.ts'
import { initials, lettersAlone, lineInitials, plainLetters, turned47, withoutLeet } from './foldings.ts'
import { placeApart } from './pieces.ts'
import { readingsOf } from './readings.ts'

/** Where a word was seen. */
export interface Sighting {
  /** How the text was read to see it, outermost first; empty: it stands there as it is. */
  readonly decodedBy: readonly string[]
  /** The words around it, in what was read. */
  readonly excerpt: string
  /** In the text itself; undefined where it had to be read otherwise. */
  readonly index: number | undefined
}

/** Words between which anything may stand are found by chance where they are short. */
const LOOSE_UNITS_MIN = 10
/** Ciphers are tried for words that are letters alone, as markers are, and long enough to mean nothing by chance. */
const CIPHER_UNITS_MIN = 8
const AROUND_UNITS = 60

/**
 * Looks for a word in a text however it is written: other letters that look like it, invisible characters, leet, spaces
 * between letters, first letters, ciphers of the alphabet, reversed, and codes of bytes within codes of bytes.
 * @param word  at least four characters
 * @returns the plainest way in which it stands there
 */
export function findWord(text: string, word: string): Sighting | undefined {
  const index = text.toLowerCase().indexOf(word.toLowerCase())
  if (index >= 0) return { decodedBy: [], excerpt: around(text, index, word.length), index }
  const needle = needleOf(word)
  for (const { text: read, by } of readingsOf(text)) {
    const seen = lookAt(read, needle)
    if (seen !== undefined) return { decodedBy: [...by, ...seen.by], excerpt: seen.excerpt, index: undefined }
  }
  // Turns figures and signs as well, so that nothing that keeps letters apart sees it.
  const at = text.indexOf(turned47(word))
  return at < 0 ? undefined : { decodedBy: ['rot47'], excerpt: around(text, at, word.length), index: undefined }
}

/** What is looked for. */
interface Needle {
  readonly letters: string
  readonly loose: string
  /** Undefined: the word may be one by chance in some cipher. */
  readonly inCiphers: ((text: string) => CipherHit | undefined) | undefined
}

function needleOf(word: string): Needle {
  const letters = plainLetters(word)
  const loose = lettersAlone(letters)
  const isLong = /^[!-~]+$/.test(letters) && loose.length >= CIPHER_UNITS_MIN
  return { letters, loose, inCiphers: isLong ? cipherFinder(letters) : undefined }
}

interface Seen {
  readonly by: readonly string[]
  readonly excerpt: string
}

/** One text, read in all ways that keep its letters. */
function lookAt(text: string, { letters, loose, inCiphers }: Needle): Seen | undefined {
  const plain = plainLetters(text)
  const unleet = withoutLeet(plain)
  const apart = lettersAlone(plain)
  // Most texts have nothing that could be leet, and are not looked at twice.
  const isLeet = unleet !== plain
  const views: (readonly [by: readonly string[], view: string, isLoose: boolean])[] = [
    [[], plain, false],
    ...(isLeet ? [[['leet'], unleet, false] as const] : []),
    [['letters alone'], apart, true],
    ...(isLeet ? [[['leet', 'letters alone'], lettersAlone(unleet), true] as const] : []),
    [['first letters'], initials(plain), true],
    [['first letters of lines'], lineInitials(plain), true],
  ]
  for (const [by, view, isLoose] of views) {
    const wanted = isLoose ? loose : letters
    if (isLoose && wanted.length < LOOSE_UNITS_MIN) continue
    const isApart = by.includes('letters alone')
    const whole = by.includes('leet') ? unleet : plain
    const at = isApart ? placeApart(whole, view, wanted) : view.indexOf(wanted)
    if (at >= 0) return { by, excerpt: around(view, at, wanted.length) }
  }
  if (inCiphers === undefined) return undefined
  for (const [by, view] of views.slice(0, isLeet ? 3 : 2)) {
    const hit = inCiphers(view)
    if (hit !== undefined) return { by: [...by, hit.cipher], excerpt: around(view, hit.at, hit.length) }
  }
  return undefined
}

function around(text: string, index: number, length: number): string {
  const from = Math.max(0, index - AROUND_UNITS)
  return text.slice(from, index + length + AROUND_UNITS).toWellFormed()
}
