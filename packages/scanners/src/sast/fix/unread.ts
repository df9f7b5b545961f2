import { languageOfText } from '../languages/all.ts'
import { loadGrammar } from '../tree/grammar.ts'
import { parseText } from '../tree/parse.ts'

/** Lines of a text that its grammar does not read: none of a text without a grammar, all of one that is too much for it. */
export async function unreadLines(path: string, text: string): Promise<number> {
  const language = languageOfText(path, text)
  if (language === undefined) return 0
  const parsed = parseText(text, await loadGrammar(language.grammar), new Set(language.comments))
  return parsed === undefined ? Infinity : parsed.unread.reduce((sum, one) => sum + one.toLine - one.fromLine + 1, 0)
}
