/** Own limit: titles that a sentence lists before it counts the others. */
const NAMED_MAX = 2
/** A first word that is no acronym and no name written in capitals within: `JavaScript`, `SQL`, `Base64`. */
const PLAIN_WORD = /^[A-Z][a-z]*(?=[ ,.]|$)/
const PROPER_NAMES: ReadonlySet<string> = new Set(['Java', 'Markdown', 'Python', 'Ruby', 'Windows'])

/** Titles of payloads within a sentence: `XML entity that loads a file, SQL condition that is always true and 1 more`. */
export function titleList(titles: readonly string[]): string {
  const named = titles.slice(0, NAMED_MAX).map(withinSentence)
  const others = titles.length - named.length
  if (others > 0) return `${named.join(', ')} and ${others} more`
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

function withinSentence(title: string): string {
  const [word] = PLAIN_WORD.exec(title) ?? []
  if (word === undefined || PROPER_NAMES.has(word)) return title
  return title.charAt(0).toLowerCase() + title.slice(1)
}
