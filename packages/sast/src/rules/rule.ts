import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { Language } from '../languages/language.ts'
import type { MatchOptions } from '../match/source.ts'
import type { Comparison } from '../search/comparison.ts'
import type { TextRegex } from './text-regex.ts'

/** The search of a rule, as a tree of combined ranges. */
export type Formula =
  | { readonly type: 'pattern'; readonly text: string }
  | { readonly type: 'regex'; readonly regex: TextRegex }
  | { readonly type: 'any'; readonly parts: readonly Formula[] }
  | {
      readonly type: 'all'
      readonly parts: readonly Formula[]
      readonly conditions: readonly Condition[]
      /** Each entry is a step: each of its names yields a result. */
      readonly focus: readonly (readonly string[])[]
      /** Metavariable that is bound to the whole match. */
      readonly as?: string
    }
  | NestedFormula

/** A search that limits where another search may match. */
export interface NestedFormula {
  readonly type: 'inside' | 'not' | 'not-inside'
  readonly inner: Formula
}

/** A condition on a metavariable. */
export type Condition =
  | {
      readonly type: 'regex'
      readonly meta: string
      readonly regex: TextRegex
      /** Whether it also applies to the assigned value of a name. */
      readonly isFollowed: boolean
    }
  /** @property language a supported language, or `generic` for a text without a grammar: the text is parsed as that language */
  | { readonly type: 'pattern'; readonly meta: string; readonly formula: Formula; readonly language?: string }
  | {
      readonly type: 'comparison'
      readonly comparison: Comparison
      readonly meta?: string
      readonly strip: boolean
      readonly base: number
    }
  | { readonly type: 'analysis'; readonly meta: string; readonly analyzer: 'entropy' | 'redos' }
  | { readonly type: 'type'; readonly meta: string; readonly types: readonly string[] }

/** A rule that is understood in full. */
export interface Rule {
  readonly id: string
  /** Ids under which the rule was published before, oldest first; default: none. See `rule-ids.ts`. */
  readonly formerIds?: readonly string[]
  /** Title of its findings, from the metadata; default: the first sentence of the message. */
  readonly title?: string
  readonly message: string
  readonly severity: FindingSeverity
  /** Empty: it reads any text, without a grammar; patterns of it are then words. */
  readonly languages: readonly Language[]
  readonly formula: Formula
  readonly options: MatchOptions
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly fix?: string
  readonly fixRegex?: { readonly regex: TextRegex; readonly replacement: string; readonly count: number }
  /** What to check before the fix is applied: the fix may break running code. */
  readonly beforeFix?: string
  readonly cwe?: string
  readonly owasp: readonly string[]
  /** 0–1 */
  readonly confidence: number
  readonly references: readonly string[]
  /** Whether it reports nothing where a data flow into the same weakness is found. */
  readonly yields?: boolean
  /** The metavariable that is the subject of findings: those about one variable are one finding. */
  readonly subject?: string
  /** File of the rule. */
  readonly file: string
}

/** A rule that does not run, or not in all of its languages, and why. */
export interface SkippedRule {
  /** Absent for an entry without id. */
  readonly id?: string
  readonly file: string
  /** A sentence that names the construct. */
  readonly reason: string
  /** Languages of the rule in which it does not run; absent where it runs in none. */
  readonly languages?: readonly string[]
}
