/** Obfuscations that hide an attack from detection, by attack family: a list of known misses, so that a change is visible. */
export const KNOWN_MISSES: Readonly<Record<string, readonly string[]>> = {
  // Tag characters exist for ASCII alone: of these texts nothing is left to read.
  'override, Russian': ['spaced letters', 'combining marks', 'reversed', 'tag characters'],
  'override, Chinese': ['combining marks', 'reversed', 'tag characters'],
  // The obfuscated text is no valid SQL or script any more, and is harmless as such.
  SQL: ['spaced letters', 'combining marks'],
  script: ['leet', 'spaced letters', 'combining marks', 'reversed'],
  'a blocked word': ['reversed'],
}
