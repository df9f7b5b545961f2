import { MASK } from '@gatehouse/kernel'
import { findWord } from '../judges/sight/find-word.ts'
import { rangesOf } from '../judges/sight/places.ts'
import { maskSecrets } from '../targets/shown.ts'

/** Shorter values occur by chance in some encoding of an ordinary text. Ours. */
const SECRET_UNITS_MIN = 8
/** Shorter runs of characters cannot carry such a secret. */
const TOKEN = /\S{8,}/g
/** Replacement for a text whose encoding spreads a secret over many words, such as one letter per line. */
export const WITHHELD = `${MASK} [withheld: the text contains a secret in encoded form]`

/**
 * Masks secrets in a text that a report keeps, in every form that the judges recognise: verbatim, in look-alike characters, and
 * encoded, e.g. in base64, hexadecimal, a cipher or reversed. A text without secrets is returned unchanged.
 * @param secrets  longest first
 * @param mask replacement
 */
export function maskDisclosed(text: string, secrets: readonly string[], mask: string = MASK): string {
  let masked = maskSecrets(text, secrets, mask)
  for (const secret of secrets) {
    if (secret.length < SECRET_UNITS_MIN || findWord(masked, secret) === undefined) continue
    masked = maskOccurrences(masked, secret, mask)
    if (findWord(masked, secret) === undefined) continue
    masked = masked.replaceAll(TOKEN, (token) => (findWord(token, secret) === undefined ? token : mask))
    if (findWord(masked, secret) !== undefined) return WITHHELD
  }
  return masked
}

function maskOccurrences(text: string, secret: string, mask: string): string {
  return rangesOf(text, secret)
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + mask + rest.slice(end), text)
}
