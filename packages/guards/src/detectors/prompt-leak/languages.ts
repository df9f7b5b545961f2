import { LATIN_LANGUAGES } from './languages-latin.ts'
import { OTHER_SCRIPTS } from './languages-other.ts'

/**
 * One entry a language: names of the instructions, then words that ask for them or hand them out. Both in one sentence
 * make the question; finer shades are kept for English.
 */
export interface LanguageLexicon {
  readonly prompt: readonly string[]
  readonly reveal: readonly string[]
}

export const OTHER_LANGUAGES: readonly LanguageLexicon[] = [...LATIN_LANGUAGES, ...OTHER_SCRIPTS]
