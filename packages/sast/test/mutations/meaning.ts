import type { Condition, Formula } from '../../src/rules/rule.ts'
import type { TextRegex } from '../../src/rules/text-regex.ts'
import type { Group } from './group.ts'

/** What the rules of a group say of texts and names. */
export interface Meaning {
  /** Words of patterns, types and regexes. */
  readonly words: ReadonlySet<string>
  /** Whether nothing that a rule asks of a name tells two of them apart. */
  isSame(old: string, wanted: string): boolean
  /** Whether what stands there is read by a regex of a rule, as it is written. */
  isRead(text: string): (start: number, end: number) => boolean
}

/** What one formula is made of. */
export interface Parts {
  readonly patterns: string[]
  /** Of texts as they are written. */
  readonly regexes: TextRegex[]
  readonly conditions: Condition[]
  readonly types: Set<Formula['type']>
}

/** Takes a formula apart. */
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
      for (const one of formula.parts) partsOf(one, parts)
      break
    case 'all':
      for (const one of formula.parts) partsOf(one, parts)
      for (const one of formula.conditions) {
        parts.conditions.push(one)
        if (one.type === 'pattern') partsOf(one.formula, parts)
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

/** Whether a formula asks for the type of something, as it is written. */
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

/** Made once for a group. */
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
  const onNames = conditions.flatMap((one) => (one.type === 'regex' ? [one.regex] : []))
  const types = conditions.flatMap((one) => (one.type === 'type' ? one.types : []))
  const words = new Set<string>()
  for (const text of [...patterns, ...types, ...[...regexes, ...onNames].map(({ source }) => source)]) {
    for (const [word] of text.matchAll(/(?<![$\w\\])[A-Za-z_]\w*/g)) words.add(word)
  }
  // A name is asked for alone or as a part of what it stands in.
  const ways = [(x: string) => x, (x: string) => `a.${x}`, (x: string) => `${x}.a`, (x: string) => `${x}()`]
  const verdicts = (name: string): string =>
    onNames.map((regex) => ways.map((way) => (regex.startsIn(way(name)) ? 1 : 0)).join('')).join(' ')
  return {
    words,
    isSame: (old, wanted) => verdicts(old) === verdicts(wanted),
    isRead: (text) => {
      // A regex that reads more than a few lines says where something is, and not how it is written.
      const ranges = regexes.flatMap((regex) =>
        regex.findAll(text, 10_000).filter(({ start, end }) => text.slice(start, end).split('\n').length <= 3),
      )
      return (start, end) => ranges.some((one) => one.start < Math.max(end, start + 1) && one.end > start)
    },
  }
}
