import type { Written } from '../match/pattern-text.ts'
import type { Language } from './language.ts'

/** Additional properties of configuration languages: their patterns are fragments of documents. */
export interface ConfigLanguage extends Language {
  /** Kinds that, as a whole pattern with one child, mean that child: a mapping means its only pair. */
  readonly opens: readonly string[]
  /** Kinds that, as a whole pattern, mean a part: a list of one item matches any list with that item. */
  readonly runs: readonly string[]
  /** Kinds that start with a key. Only a node of such a kind matches them. */
  readonly pairs: readonly string[]
  /** Converts a pattern to a document, where the default conversion does not work. */
  readonly write?: (pattern: string) => readonly Written[]
}

export function isConfigLanguage(language: Language): language is ConfigLanguage {
  return 'opens' in language
}
