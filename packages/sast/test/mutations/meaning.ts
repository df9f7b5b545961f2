import type { Condition, Formula } from '../../src/rules/rule.ts'
import type { TextRegex } from '../../src/rules/text-regex.ts'
import type { Group } from './group.ts'

/** Dependence of a group's rules on texts and names. */
export interface Meaning {
  /** Words of patterns, types and regexes. */
  readonly words: ReadonlySet<string>
  /** Whether no rule condition distinguishes two names. */
  isSame(old: string, wanted: string): boolean
  /** Whether a regex of a rule reads the source text of a range. */
  isRead(text: string): (start: number, end: number) => boolean
}

/** Parts of a formula. */
export interface Parts {
  readonly patterns: string[]
  /** Regexes on source text. */
  readonly regexes: TextRegex[]
  readonly conditions: Condition[]
  readonly types: Set<Formula['type']>
}

/** Returns the parts of a formula. */
export function partsOf(formula: Formula, parts: Parts = emptyParts()): Parts {
  parts.types.add(formula.type)
  switch (formula.type) {
    case 'pattern':
      parts.patterns.push(formula.text)
      break
    case 'regex':
      parts.regexes.push(formula.regex)
      break
    case 'any':
      for (const part of formula.parts) partsOf(part, parts)
      break
    case 'all':
      for (const part of formula.parts) partsOf(part, parts)
      for (const condition of formula.conditions) {
        parts.conditions.push(condition)
        if (condition.type === 'pattern') partsOf(condition.formula, parts)
      }
      break
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      partsOf(formula.inner, parts)
  }
  return parts
}

/** Whether a formula has a condition on a written type. */
export function asksTypes(formula: Formula): boolean {
  const { patterns, conditions } = partsOf(formula)
  const isTyped = patterns.some((text) => /\(\$\w+\s*:|\([\w.*]+ \$\w+\)/.test(text))
  return isTyped || conditions.some(({ type }) => type === 'type')
}

/** Rules of a group that exclude something: with `pattern-not`, or with `pattern-not-inside`. */
export function excludingRules({ search, taint }: Group): ReadonlySet<string> {
  const excludes = (formulas: readonly Formula[]): boolean =>
    formulas.some((formula) => {
      const { types } = partsOf(formula)
      return types.has('not') || types.has('not-inside')
    })
  return new Set([
    ...[...search.values()].filter(({ formula }) => excludes([formula])).map(({ id }) => id),
    ...[...taint.values()]
      .filter(({ sources, sinks }) => excludes([...sources, ...sinks].map(({ formula }) => formula)))
      .map(({ id }) => id),
  ])
}

function emptyParts(): Parts {
  return { patterns: [], regexes: [], conditions: [], types: new Set() }
}

const meanings = new WeakMap<Group, Meaning>()

/** Returns the meaning of a group, cached. */
export function meaningOf(group: Group): Meaning {
  const meaning = meanings.get(group) ?? make(group)
  meanings.set(group, meaning)
  return meaning
}

function make({ search, taint }: Group): Meaning {
  const parts = emptyParts()
  for (const { formula } of search.values()) partsOf(formula, parts)
  for (const { sources, sinks, sanitizers, propagators } of taint.values()) {
    for (const { formula } of [...sources, ...sinks, ...sanitizers, ...propagators]) partsOf(formula, parts)
  }
  const { patterns, regexes, conditions } = parts
  const onNames = conditions.flatMap((condition) => (condition.type === 'regex' ? [condition.regex] : []))
  const types = conditions.flatMap((condition) => (condition.type === 'type' ? condition.types : []))
  const words = new Set<string>()
  for (const text of [...patterns, ...types, ...[...regexes, ...onNames].map(({ source }) => source)]) {
    for (const [word] of text.matchAll(/(?<![$\w\\])[A-Za-z_]\w*/g)) words.add(word)
  }
  // A condition tests a name alone or as a part of its context.
  const ways = [(x: string) => x, (x: string) => `a.${x}`, (x: string) => `${x}.a`, (x: string) => `${x}()`]
  const verdicts = (name: string): string =>
    onNames.map((regex) => ways.map((path) => (regex.startsIn(path(name)) ? 1 : 0)).join('')).join(' ')
  return {
    words,
    isSame: (old, wanted) => verdicts(old) === verdicts(wanted),
    isRead: (text) => {
      // A regex match of more than a few lines restricts the location, not the notation.
      const ranges = regexes.flatMap((regex) =>
        regex.findAll(text, 10_000).filter(({ start, end }) => text.slice(start, end).split('\n').length <= 3),
      )
      return (start, end) => ranges.some((range) => range.start < Math.max(end, start + 1) && range.end > start)
    },
  }
}
