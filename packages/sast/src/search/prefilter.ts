import type { GenericPattern } from '../generic/pattern.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Condition, Formula } from '../rules/rule.ts'
import { requiredWords } from './required-words.ts'

/** Words; a file has to contain at least one. */
export type Clause = readonly string[]

/** Own limit: with so many words most files contain one, so that the filter has no effect. */
const WORDS_MAX = 120

/**
 * Returns the words that a file needs for a formula to match.
 * @param cut metavariables whose words need not be in the file; without it conditions are ignored
 */
export function clausesOf(
  formula: Formula,
  patterns: ReadonlyMap<string, CompiledPattern>,
  cut?: ReadonlySet<string>,
): readonly Clause[] {
  switch (formula.type) {
    case 'pattern':
      return (patterns.get(formula.text)?.words ?? []).map((word) => [word])
    case 'inside':
      return clausesOf(formula.inner, patterns, cut)
    case 'all': {
      const own = formula.parts.flatMap((part) => clausesOf(part, patterns, cut))
      return cut === undefined ? own : [...own, ...hintsOf(formula.conditions, patterns, cut).values()]
    }
    case 'any': {
      const longest = formula.parts.map((part) => rarest(clausesOf(part, patterns, cut)))
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

/** Words by metavariable; its value has to contain one of them. */
export type Hints = ReadonlyMap<string, Clause>

const NONE: Hints = new Map()
const known = new WeakMap<ReadonlyMap<string, CompiledPattern>, WeakMap<readonly Condition[], Hints>>()

/**
 * Returns the words that conditions require of their metavariables.
 * @param cut names that may be bound to a part of a word, or to a text composed elsewhere
 */
export function hintsOf(
  conditions: readonly Condition[],
  patterns: ReadonlyMap<string, CompiledPattern>,
  cut: ReadonlySet<string>,
): Hints {
  if (conditions.length === 0) return NONE
  const all = known.get(patterns) ?? new WeakMap<readonly Condition[], Hints>()
  known.set(patterns, all)
  let hints = all.get(conditions)
  if (hints === undefined) {
    hints = makeHints(conditions, patterns, cut)
    all.set(conditions, hints)
  }
  return hints
}

function makeHints(
  conditions: readonly Condition[],
  patterns: ReadonlyMap<string, CompiledPattern>,
  cut: ReadonlySet<string>,
): Hints {
  const hints = new Map<string, Clause>()
  for (const condition of conditions) {
    if (condition.type === 'comparison' || cut.has(condition.meta)) continue
    const clause = clauseOf(condition, patterns)
    if (clause === undefined) continue
    const before = hints.get(condition.meta)
    hints.set(condition.meta, before === undefined ? clause : (rarest([before, clause]) ?? clause))
  }
  return hints
}

function clauseOf(condition: Condition, patterns: ReadonlyMap<string, CompiledPattern>): Clause | undefined {
  if (condition.type === 'regex') return condition.isFollowed ? undefined : requiredWords(condition.regex)
  if (condition.type !== 'pattern' || condition.language !== undefined) return undefined
  return rarest(clausesOf(condition.formula, patterns))
}

/**
 * Returns lists of text pieces; a file without a grammar needs one piece of each list for a formula to match.
 * @param patterns patterns for texts without a grammar, by text
 */
export function requiredTexts(formula: Formula, patterns: ReadonlyMap<string, GenericPattern>): readonly Clause[] {
  switch (formula.type) {
    case 'pattern':
      return (patterns.get(formula.text)?.needs ?? []).map((word) => [word])
    case 'inside':
      return requiredTexts(formula.inner, patterns)
    case 'all':
      return formula.parts.flatMap((part) => requiredTexts(part, patterns))
    case 'any': {
      const longest = formula.parts.map((part) => rarest(requiredTexts(part, patterns)))
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

/** Returns the most selective clause: long words are rare. */
function rarest(clauses: readonly Clause[]): Clause | undefined {
  const shortest = (clause: Clause): number => Math.min(...clause.map((word) => word.length))
  return clauses.toSorted((a, b) => shortest(b) - shortest(a))[0]
}
