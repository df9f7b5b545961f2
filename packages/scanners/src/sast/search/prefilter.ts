import type { GenericPattern } from '../generic/pattern.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Formula } from '../rules/rule.ts'

/** Words of which a file has to hold at least one. */
export type Clause = readonly string[]

/** Ours: one of so many words stands in most files, so that asking says nothing. */
const WORDS_MAX = 40

/** What a file has to hold for a formula to match anything. */
export function clausesOf(formula: Formula, patterns: ReadonlyMap<string, CompiledPattern>): readonly Clause[] {
  switch (formula.type) {
    case 'pattern':
      return (patterns.get(formula.text)?.words ?? []).map((word) => [word])
    case 'inside':
      return clausesOf(formula.inner, patterns)
    case 'all':
      return formula.parts.flatMap((part) => clausesOf(part, patterns))
    case 'any': {
      const longest = formula.parts.map((part) => rarest(clausesOf(part, patterns)))
      const words = [...new Set(longest.flatMap((clause) => clause ?? []))]
      return longest.includes(undefined) || words.length > WORDS_MAX || words.length === 0 ? [] : [words]
    }
    case 'regex':
    case 'not':
    case 'not-inside':
    default:
      return []
  }
}

/**
 * Pieces of text of which a file without a grammar has to hold one of each list for a formula to match anything.
 * @param patterns those of texts without a grammar, by their texts
 */
export function piecesOf(formula: Formula, patterns: ReadonlyMap<string, GenericPattern>): readonly Clause[] {
  switch (formula.type) {
    case 'pattern':
      return (patterns.get(formula.text)?.needs ?? []).map((word) => [word])
    case 'inside':
      return piecesOf(formula.inner, patterns)
    case 'all':
      return formula.parts.flatMap((part) => piecesOf(part, patterns))
    case 'any': {
      const longest = formula.parts.map((part) => rarest(piecesOf(part, patterns)))
      const pieces = [...new Set(longest.flatMap((clause) => clause ?? []))]
      return longest.includes(undefined) || pieces.length > WORDS_MAX || pieces.length === 0 ? [] : [pieces]
    }
    case 'regex':
    case 'not':
    case 'not-inside':
    default:
      return []
  }
}

export function mayMatch(clauses: readonly Clause[], words: ReadonlySet<string>): boolean {
  return clauses.every((clause) => clause.some((word) => words.has(word)))
}

/** Long words are rare ones. */
function rarest(clauses: readonly Clause[]): Clause | undefined {
  const shortest = (clause: Clause): number => Math.min(...clause.map((word) => word.length))
  return clauses.toSorted((a, b) => shortest(b) - shortest(a))[0]
}
