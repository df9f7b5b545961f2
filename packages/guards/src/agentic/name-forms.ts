import { alwaysFold, anyConfusable } from '../text/confusables.ts'
import { wordsOf } from './tool-words.ts'

// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
export const ASCII = /^[\x00-\x7f]*$/
const MARKS = /\p{M}/gu
const SEPARATORS = /[^\p{L}\p{N}]+/gu
const ENDS_IN_SEPARATOR = /[^\p{L}\p{N}]$/u

/** Returns the ASCII form of a name's letters. */
export function lettersOf(name: string): string {
  if (ASCII.test(name)) return name
  let letters = ''
  for (const character of name.normalize('NFKD').replace(MARKS, '')) {
    const unit = character.codePointAt(0)!
    const twin = alwaysFold.get(unit) ?? (unit > 0x7f ? anyConfusable(unit) : 0)
    letters += twin === 0 ? character : String.fromCharCode(twin)
  }
  return letters
}

/**
 * Returns the common forms of all spellings of a name, regardless of capitals and separators: `Delete-X`, `delete.x` and `DeleteX` share
 * `delete_x`. There are two forms, because capitals may start words or have no meaning: `DELETE_X`, `dELETE_x`. A final separator is kept.
 */
export function formsOf(name: string): readonly string[] {
  const letters = lettersOf(name)
  const end = ENDS_IN_SEPARATOR.test(letters) ? '_' : ''
  const flat = letters.toLowerCase().replaceAll(SEPARATORS, ' ').trim().replaceAll(' ', '_')
  const words = wordsOf(letters).join('_')
  return [...new Set([flat, words])].filter((form) => form !== '').map((form) => form + end)
}

/** Digits that pass for letters. */
const DIGIT_TWINS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
])

/**
 * Returns the common form of visually similar names: capitals, separators, invisible characters, and lookalikes of other scripts and
 * digits are ignored. For comparing names with each other; no rule is matched by it.
 */
export function likenessOf(name: string): string {
  const letters = lettersOf(name).toLowerCase().replaceAll(SEPARATORS, '')
  const likeness = letters.replaceAll(/[01i]/g, (character) => DIGIT_TWINS.get(character)!)
  // A name without letters matches only itself.
  return likeness === '' ? name : likeness
}
