/** JSON escapes that PostgreSQL text cannot store: U+0000, and lone surrogates. `JSON.stringify` writes both as escapes. */
const UNKEPT = /\\u(?:0000|d[89a-f][0-9a-f]{2})/
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g

/**
 * Serializes a value for `jsonb`. Package names and file lines are untrusted: invalid characters become U+FFFD, everything else is kept.
 */
export function jsonb(value: object): string {
  const text = JSON.stringify(value)
  if (!UNKEPT.test(text)) return text
  // Escapes are processed in order: after an escaped backslash the same letters are plain text.
  return text.replace(ESCAPE, (escape) => (UNKEPT.test(escape) ? '\\ufffd' : escape))
}

/** Returns a text that PostgreSQL can store. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}
