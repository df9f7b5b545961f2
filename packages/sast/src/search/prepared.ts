import { messageOf } from '@gatehouse/kernel'
import { type GenericPattern, readGenericPattern } from '../generic/pattern.ts'
import { languagesNamed } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { compilePattern } from '../match/compile.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { MatchOptions } from '../match/source.ts'
import type { Condition, Formula, Rule, SkippedRule } from '../rules/rule.ts'
import { type NotRun, skippedOf } from '../rules/skipped.ts'
import { loadGrammar } from '../tree/grammar.ts'
import type { OtherSearch, OtherSearches } from './ground.ts'
import { compileAmong } from './kin.ts'
import { cutMetas } from './metas.ts'
import { type Clause, clausesOf, requiredTexts } from './prefilter.ts'

/** A rule compiled for one language. */
export interface PreparedRule {
  readonly rule: Rule
  /** By their texts. */
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  /** Of texts without a grammar, by their texts. */
  readonly generic: ReadonlyMap<string, GenericPattern>
  /** Searches of its conditions in other languages. */
  readonly others: OtherSearches
  /** A file without a piece of text of each is not looked at. */
  readonly pieces: readonly Clause[]
  /** A file without a word of each clause is skipped. */
  readonly clauses: readonly Clause[]
  /** Metavariables whose values cannot be filtered by words. */
  readonly cut: ReadonlySet<string>
}

export interface Prepared {
  /** Keyed by language name; `''` for rules that need no grammar. */
  readonly byLanguage: ReadonlyMap<string, readonly PreparedRule[]>
  /** Rules with a pattern that a language cannot parse, with the reason. */
  readonly skipped: readonly SkippedRule[]
  /** Languages in which a rule is invalid: the rule may still run in another language. */
  readonly unreadable: readonly UnreadableIn[]
}

export type UnreadableIn = NotRun & { readonly rule: Rule }

/**
 * Compiles the patterns of rules.
 * @param wanted whether a language is needed at all; others are not loaded, and their problems are not reported
 */
export async function prepareRules(
  rules: readonly Rule[],
  wanted: (language: Language) => boolean = () => true,
): Promise<Prepared> {
  const byLanguage = new Map<string, PreparedRule[]>()
  const skipped: SkippedRule[] = []
  const unreadable: UnreadableIn[] = []
  const add = (name: string, rule: PreparedRule): void => {
    const list = byLanguage.get(name)
    if (list === undefined) byLanguage.set(name, [rule])
    else list.push(rule)
  }
  for (const rule of rules) {
    let others: OtherSearches
    try {
      others = await otherSearches(rule.formula, rule.options)
      if (rule.languages.length === 0) {
        add('', anyText(rule, others))
        continue
      }
    } catch (thrown) {
      skipped.push({ id: rule.id, file: rule.file, reason: messageOf(thrown) })
      continue
    }
    const texts = patternTexts(rule.formula)
    for (const language of rule.languages) {
      if (!wanted(language)) continue
      try {
        const grammar = await loadGrammar(language.grammar)
        const patterns = new Map<string, CompiledPattern>()
        for (const text of texts) patterns.set(text, await compileAmong(text, language, grammar, rule.languages))
        const cut = cutMetas([rule.formula], patterns)
        const clauses = clausesOf(rule.formula, patterns, cut)
        add(language.name, { rule, patterns, generic: new Map(), others, pieces: [], clauses, cut })
      } catch (thrown) {
        unreadable.push({ rule, language: language.name, reason: messageOf(thrown) })
      }
    }
  }
  return { byLanguage, skipped: [...skipped, ...skippedOf(unreadable)], unreadable }
}

function anyText(rule: Rule, others: OtherSearches): PreparedRule {
  const generic = genericPatterns(rule.formula, rule.options)
  const pieces = requiredTexts(rule.formula, generic)
  return { rule, patterns: new Map(), generic, others, pieces, clauses: [], cut: new Set() }
}

function genericPatterns(formula: Formula, { generic }: MatchOptions): ReadonlyMap<string, GenericPattern> {
  return new Map(patternTexts(formula).map((text) => [text, readGenericPattern(text, generic)]))
}

/** Compiles the searches of conditions in other languages. @throws {Failure} for an invalid one */
async function otherSearches(formula: Formula, options: MatchOptions): Promise<OtherSearches> {
  const found = new Map<Formula, OtherSearch>()
  for (const condition of conditionsIn(formula)) {
    if (condition.type !== 'pattern' || condition.language === undefined) continue
    const language = languagesNamed(condition.language)[0]
    if (language === undefined) {
      found.set(condition.formula, { patterns: new Map(), generic: genericPatterns(condition.formula, options) })
      continue
    }
    const grammar = await loadGrammar(language.grammar)
    const patterns = new Map(
      patternTexts(condition.formula).map((text) => [text, compilePattern(text, language, grammar)] as const),
    )
    found.set(condition.formula, { language, grammar, patterns, generic: new Map() })
  }
  return found
}

/** Returns all conditions of a formula, including those of nested searches. */
function conditionsIn(formula: Formula): readonly Condition[] {
  switch (formula.type) {
    case 'pattern':
    case 'regex':
      return []
    case 'any':
      return formula.parts.flatMap(conditionsIn)
    case 'all':
      return [
        ...formula.parts.flatMap(conditionsIn),
        ...formula.conditions,
        ...formula.conditions.flatMap((condition) =>
          condition.type === 'pattern' ? conditionsIn(condition.formula) : [],
        ),
      ]
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return conditionsIn(formula.inner)
  }
}

/** Returns all patterns of a formula, except those in other languages. */
export function patternTexts(formula: Formula): readonly string[] {
  switch (formula.type) {
    case 'pattern':
      return [formula.text]
    case 'regex':
      return []
    case 'any':
      return formula.parts.flatMap(patternTexts)
    case 'all':
      return [
        ...formula.parts.flatMap(patternTexts),
        ...formula.conditions.flatMap((condition) =>
          condition.type === 'pattern' && condition.language === undefined ? patternTexts(condition.formula) : [],
        ),
      ]
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return patternTexts(formula.inner)
  }
}
