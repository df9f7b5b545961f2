/** JSON escapes that PostgreSQL text cannot store: U+0000 and lone surrogates. */
const UNKEPT = /\\u(?:0000|d[89a-f][0-9a-f]{2})/
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g

/** Serializes a value for `jsonb`. Replaces invalid characters of untrusted text with U+FFFD. */
export function jsonb(value: object): string {
  const text = JSON.stringify(value)
  if (!UNKEPT.test(text)) return text
  // Escapes are processed in order, because after an escaped backslash the same letters are plain text.
  return text.replace(ESCAPE, (escape) => (UNKEPT.test(escape) ? '\\ufffd' : escape))
}

/** Returns a text that PostgreSQL can store. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}
