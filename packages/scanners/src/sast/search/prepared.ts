import { messageOf } from '@gatehouse/kernel'
import type { Language } from '../languages/language.ts'
import { compilePattern } from '../match/compile.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Formula, Rule, SkippedRule } from '../rules/rule.ts'
import { loadGrammar } from '../tree/grammar.ts'
import { type Clause, clausesOf } from './prefilter.ts'

/** A rule as it runs in one language. */
export interface PreparedRule {
  readonly rule: Rule
  /** By their texts. */
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  /** A file without one word of each is not looked at. */
  readonly clauses: readonly Clause[]
}

export interface Prepared {
  /** By the name of the language; `''` for rules that need no grammar. */
  readonly byLanguage: ReadonlyMap<string, readonly PreparedRule[]>
  /** Rules whose patterns no language of theirs can read, with the reason. */
  readonly skipped: readonly SkippedRule[]
  /** Languages in which a rule cannot be read: it may well run in another one. */
  readonly unreadable: readonly UnreadableIn[]
}

export interface UnreadableIn {
  readonly rule: Rule
  readonly language: string
  readonly reason: string
}

/**
 * Compiles the patterns of rules.
 * @param wanted whether a language is needed at all; others are not loaded, and what they would say stays unsaid
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
    if (rule.languages.length === 0) add('', { rule, patterns: new Map(), clauses: [] })
    const texts = patternTexts(rule.formula)
    const problems: string[] = []
    let ran = rule.languages.length === 0
    for (const language of rule.languages) {
      if (!wanted(language)) {
        ran = true
        continue
      }
      try {
        const grammar = await loadGrammar(language.grammar)
        const patterns = new Map(texts.map((text) => [text, compilePattern(text, language, grammar)]))
        add(language.name, { rule, patterns, clauses: clausesOf(rule.formula, patterns) })
        ran = true
      } catch (thrown) {
        problems.push(messageOf(thrown))
        unreadable.push({ rule, language: language.name, reason: messageOf(thrown) })
      }
    }
    // JavaScript has no types: rules for both languages may well have patterns that only one can read.
    if (!ran) skipped.push({ id: rule.id, file: rule.file, reason: problems[0] ?? 'It names no language.' })
  }
  return { byLanguage, skipped, unreadable }
}

/** All patterns that a formula holds. */
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
        ...formula.conditions.flatMap((one) => (one.type === 'pattern' ? patternTexts(one.formula) : [])),
      ]
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return patternTexts(formula.inner)
  }
}
