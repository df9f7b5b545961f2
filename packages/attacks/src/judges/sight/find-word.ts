import { cipherFinder, type CipherHit } from './ciphers.ts'
import { initials, lettersAlone, lineInitials, plainLetters, turned47, withoutLeet } from './foldings.ts'
import { findSpaced } from './pieces.ts'
import { readingsOf } from './readings.ts'

/** Occurrence of a word. */
export interface Sighting {
  /** Decoders that were applied, outermost first; empty: the word occurs literally. */
  readonly decodedBy: readonly string[]
  /** Surrounding decoded text. */
  readonly excerpt: string
  /** Index in the original text; undefined for decoded text. */
  readonly index: number | undefined
}

/** Short words are found by chance when any separator is allowed. */
const LOOSE_UNITS_MIN = 10
/** Ciphers are tried for words of letters only, such as markers, that are long enough to exclude chance. */
const CIPHER_UNITS_MIN = 8
const AROUND_UNITS = 60

/**
 * Searches a word in a text in any notation: lookalike letters, invisible characters, leet, spaces between letters, first letters,
 * alphabet ciphers, reversed, and nested byte encodings.
 * @param word at least four characters
 * @returns the plainest occurrence
 */
export function findWord(text: string, word: string): Sighting | undefined {
  const index = text.toLowerCase().indexOf(word.toLowerCase())
  if (index >= 0) return { decodedBy: [], excerpt: around(text, index, word.length), index }
  const needle = needleOf(word)
  for (const { text: read, by } of readingsOf(text)) {
    const seen = readText(read, needle)
    if (seen !== undefined) return { decodedBy: [...by, ...seen.by], excerpt: seen.excerpt, index: undefined }
  }
  // ROT47 also shifts digits and punctuation, so that letter-based searches do not detect it.
  const at = text.indexOf(turned47(word))
  return at < 0 ? undefined : { decodedBy: ['rot47'], excerpt: around(text, at, word.length), index: undefined }
}

/** Search word in its forms. */
interface Needle {
  readonly letters: string
  readonly loose: string
  /** Undefined: the word may occur by chance in some cipher. */
  readonly inCiphers: ((text: string) => CipherHit | undefined) | undefined
}

function needleOf(word: string): Needle {
  const letters = plainLetters(word)
  const loose = lettersAlone(letters)
  const isLong = /^[!-~]+$/.test(letters) && loose.length >= CIPHER_UNITS_MIN
  return { letters, loose, inCiphers: isLong ? cipherFinder(letters) : undefined }
}

interface TextReading {
  readonly by: readonly string[]
  readonly excerpt: string
}

/** Searches one text in all readings that keep its letters. */
function readText(text: string, { letters, loose, inCiphers }: Needle): TextReading | undefined {
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
    const at = isApart ? findSpaced(whole, view, wanted) : view.indexOf(wanted)
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
