/** A pattern in which `*` matches any run of characters. */
export interface Glob {
  matches(text: string): boolean
  /** Number of literal characters. Of two matching patterns, the one with more is more specific. */
  readonly weight: number
}

/** Maximum number of parts per pattern. Each costs a search in the text. */
const PARTS_MAX = 16

/**
 * Compiles a pattern. Each part is searched after the previous one, so the work is at most one search per part.
 * @returns undefined for a pattern of more than 16 stars
 */
export function globOf(pattern: string): Glob | undefined {
  const parts = pattern.split('*')
  if (parts.length > PARTS_MAX + 1) return undefined
  const weight = pattern.length - parts.length + 1
  if (parts.length === 1) return { weight: weight + 1, matches: (text) => text === pattern }
  const first = parts[0]!
  const last = parts.at(-1)!
  const inner = parts.slice(1, -1)
  return {
    weight,
    matches(text) {
      if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
      const end = text.length - last.length
      let at = first.length
      for (const part of inner) {
        const found = text.indexOf(part, at)
        if (found === -1 || found + part.length > end) return false
        at = found + part.length
      }
      return true
    },
  }
}

const compiledGlobs = new WeakMap<readonly string[], readonly Glob[]>()

/**
 * Returns whether a name matches one of a list of patterns. Patterns are compiled once per list, because lists are immutable.
 * @param form normalizes a pattern like the name
 */
export function matchesAny(patterns: readonly string[], name: string, form: (pattern: string) => string): boolean {
  let globs = compiledGlobs.get(patterns)
  if (globs === undefined) {
    globs = patterns.map((pattern) => globOf(form(pattern))).filter((glob) => glob !== undefined)
    compiledGlobs.set(patterns, globs)
  }
  return globs.some((glob) => glob.matches(name))
}
