/**
 * Rates how well a palette entry matches the search, from 0 to 1; 0 hides it. The exact title ranks first, then titles that start with the
 * text, titles with a word that starts with it, titles that contain it, then group and synonyms.
 * @param keywords the title, the group, then synonyms
 */
export function rankOf(search: string, keywords: readonly string[] = []): number {
  const wanted = search.trim().toLowerCase()
  const [title = '', ...others] = keywords.map((word) => word.toLowerCase())
  if (wanted === '' || title === wanted) return 1
  if (title.startsWith(wanted)) return 0.9
  if (wordsOf(title).some((word) => word.startsWith(wanted))) return 0.8
  if (title.includes(wanted)) return 0.7
  if (others.includes(wanted)) return 0.6
  if (others.some((word) => word.startsWith(wanted))) return 0.5
  const all = [title, ...others].join(' ')
  return wordsOf(wanted).every((word) => all.includes(word)) ? 0.4 : 0
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
