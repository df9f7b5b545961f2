/** What JSON can say and PostgreSQL keeps in no text: U+0000, and halves of characters. `JSON.stringify` writes both as escapes. */
const UNKEPT = /\\u(?:0000|d[89a-f][0-9a-f]{2})/
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g

/**
 * A value as JSON that PostgreSQL takes as `jsonb`. Names of packages and lines of files are words of strangers: what stands for no
 * character becomes U+FFFD, and everything else stays.
 */
export function jsonb(value: object): string {
  const text = JSON.stringify(value)
  if (!UNKEPT.test(text)) return text
  // Escape by escape: behind a backslash that is one itself, the same letters are just letters.
  return text.replace(ESCAPE, (escape) => (UNKEPT.test(escape) ? '\\ufffd' : escape))
}

/** A text as PostgreSQL keeps it. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}
