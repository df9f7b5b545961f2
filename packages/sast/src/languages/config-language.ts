import type { Written } from '../match/pattern-text.ts'
import type { Language } from './language.ts'

/** What languages of configuration need besides: their patterns are pieces of documents. */
export interface ConfigLanguage extends Language {
  /** Kinds that, where they are a whole pattern and hold one thing, stand for that: a mapping for its only pair. */
  readonly opens: readonly string[]
  /** Kinds of which a whole pattern means a part: a list of one thing is any list with it. */
  readonly runs: readonly string[]
  /** Kinds that begin with a name, which nothing else can stand for. */
  readonly pairs: readonly string[]
  /** Writes a pattern as a document, where the common way does not do. */
  readonly write?: (pattern: string) => readonly Written[]
}

export function isConfigLanguage(language: Language): language is ConfigLanguage {
  return 'opens' in language
}
