const SLUG_CHARS_MAX = 72

/** Returns the file name of a decision record: its number and its title, cut between words. */
export function decisionFileName(number: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (slug.length <= SLUG_CHARS_MAX) return `${number}-${slug}.md`
  const cut = slug.slice(0, SLUG_CHARS_MAX + 1)
  return `${number}-${cut.slice(0, Math.max(cut.lastIndexOf('-'), 1))}.md`
}
