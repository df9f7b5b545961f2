/** Disguises in which an attack is not found, by its family: what is known to be missed, so that a change shows. */
export const KNOWN_MISSES: Readonly<Record<string, readonly string[]>> = {
  // Tag characters exist for ASCII alone: of these texts nothing is left to read.
  'override, Russian': ['spaced letters', 'combining marks', 'reversed', 'tag characters'],
  'override, Chinese': ['combining marks', 'reversed', 'tag characters'],
  // What is no longer SQL or a script does no harm as such.
  SQL: ['spaced letters', 'combining marks'],
  script: ['leet', 'spaced letters', 'combining marks', 'reversed'],
  'a blocked word': ['reversed'],
}
