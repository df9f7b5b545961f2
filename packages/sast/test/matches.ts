import { languageOf } from '../src/languages/all.ts'
import { compilePattern } from '../src/match/compile.ts'
import { findPattern } from '../src/match/find.ts'
import { DEFAULT_OPTIONS, type MatchOptions, Source } from '../src/match/source.ts'
import { vocabularyOf } from '../src/match/view.ts'
import { clausesOf, mayMatch } from '../src/search/prefilter.ts'
import { wordsOf } from '../src/match/words.ts'
import { loadGrammar } from '../src/tree/grammar.ts'
import { parseText } from '../src/tree/parse.ts'

/** Returns the texts of a file that a pattern matches, without duplicates, each on one line. @param extension e.g. `py` */
export async function matches(
  extension: string,
  pattern: string,
  code: string,
  options: Partial<MatchOptions> = {},
): Promise<readonly string[]> {
  const language = languageOf(`a.${extension}`)!
  const grammar = await loadGrammar(language.grammar)
  const compiled = compilePattern(pattern, language, grammar)
  const { tree } = parseText(code, grammar, new Set(language.comments))!
  const source = new Source(tree, vocabularyOf(language, grammar.kinds))
  const hits = findPattern(compiled, source, { ...DEFAULT_OPTIONS, ...options })
  // A file that a pattern matches must never fall to the prefilter.
  const clauses = clausesOf({ type: 'pattern', text: pattern }, new Map([[pattern, compiled]]))
  if (hits.length > 0 && !mayMatch(clauses, wordsOf(code))) throw new Error(`It asks for ${JSON.stringify(clauses)}.`)
  return [...new Set(hits.map(({ start, end }) => code.slice(start, end).replace(/\s+/g, ' ')))]
}
