import { messageOf } from '@gatehouse/kernel'
import type { Language } from '../../languages/language.ts'
import type { CompiledPattern } from '../../match/pattern.ts'
import { compileAmong } from '../../search/kin.ts'
import { cutMetas } from '../../search/metas.ts'
import { type Clause, clausesOf } from '../../search/prefilter.ts'
import { patternTexts } from '../../search/prepared.ts'
import { loadGrammar } from '../../tree/grammar.ts'
import type { TaintPart, TaintRule } from './taint-rule.ts'

/** A taint rule compiled for one language. */
export interface PreparedTaint {
  readonly rule: TaintRule
  /** By their texts. */
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  /** A file without a word of each clause is not searched for this part. */
  readonly clauses: ReadonlyMap<TaintPart, readonly Clause[]>
  /** Metavariables whose values cannot be filtered by words. */
  readonly cut: ReadonlySet<string>
}

export interface UnreadableTaint {
  readonly rule: TaintRule
  readonly language: string
  readonly reason: string
}

/** Taint rules in one language. */
export interface TaintPack {
  readonly language: Language
  readonly rules: readonly PreparedTaint[]
  /** Rules with a pattern that the language cannot parse; they may still run in another language. */
  readonly unreadable: readonly UnreadableTaint[]
}

/** Compiles the patterns of the rules for a language. */
export async function prepareTaint(rules: readonly TaintRule[], language: Language): Promise<TaintPack> {
  const own = rules.filter(({ languages }) => languages.some(({ name }) => name === language.name))
  const ready: PreparedTaint[] = []
  const unreadable: UnreadableTaint[] = []
  if (own.length === 0) return { language, rules: ready, unreadable }
  const grammar = await loadGrammar(language.grammar)
  for (const rule of own) {
    try {
      const parts: readonly TaintPart[] = [...rule.sources, ...rule.sinks, ...rule.sanitizers, ...rule.propagators]
      const texts = new Set(parts.flatMap(({ formula }) => patternTexts(formula)))
      const patterns = new Map<string, CompiledPattern>()
      for (const text of texts) patterns.set(text, await compileAmong(text, language, grammar, rule.languages))
      const cut = cutMetas(
        parts.map(({ formula }) => formula),
        patterns,
      )
      const clauses = new Map(parts.map((part) => [part, clausesOf(part.formula, patterns, cut)]))
      ready.push({ rule, patterns, clauses, cut })
    } catch (thrown) {
      unreadable.push({ rule, language: language.name, reason: messageOf(thrown) })
    }
  }
  return { language, rules: ready, unreadable }
}
