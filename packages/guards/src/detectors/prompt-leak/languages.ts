import { LATIN_LANGUAGES } from './languages-latin.ts'
import { OTHER_SCRIPTS } from './languages-other.ts'

/**
 * One entry per language: names of the instructions, then words of request or disclosure. Both in one sentence are a match; finer
 * distinctions exist for English only.
 */
export interface LanguageLexicon {
  readonly prompt: readonly string[]
  readonly reveal: readonly string[]
}

export const OTHER_LANGUAGES: readonly LanguageLexicon[] = [...LATIN_LANGUAGES, ...OTHER_SCRIPTS]
