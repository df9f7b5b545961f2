import type { FindingSeverity } from '@gatehouse/contracts'
import type { Language } from '../languages/language.ts'
import type { MatchOptions } from '../match/source.ts'
import type { Comparison } from '../search/comparison.ts'
import type { TextRegex } from './text-regex.ts'

/** What a rule looks for, as a tree of ranges that are brought together. */
export type Formula =
  | { readonly type: 'pattern'; readonly text: string }
  | { readonly type: 'regex'; readonly regex: TextRegex }
  | { readonly type: 'any'; readonly parts: readonly Formula[] }
  | {
      readonly type: 'all'
      readonly parts: readonly Formula[]
      readonly conditions: readonly Condition[]
      /** Each is a step: of the names in it, each makes a result. */
      readonly focus: readonly (readonly string[])[]
      /** The metavariable that stands for all of what is found. */
      readonly as?: string
    }
  | NestedFormula

/** A search that says where another one is to be, or not to be. */
export interface NestedFormula {
  readonly type: 'inside' | 'not' | 'not-inside'
  readonly inner: Formula
}

/** What has to hold of a metavariable. */
export type Condition =
  | {
      readonly type: 'regex'
      readonly meta: string
      readonly regex: TextRegex
      /** Whether it is held against the value of a name as well. */
      readonly isFollowed: boolean
    }
  /** @property language one of ours, or `generic` for what has no grammar: the text is read as that */
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
  /** Ids under which the rule was published before, oldest first; absent: none. See `rule-ids.ts`. */
  readonly formerIds?: readonly string[]
  /** Title of its findings, from the metadata; absent: the first sentence of the message. */
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
  /** What to check before what it writes is applied: it may stop what runs. */
  readonly beforeFix?: string
  readonly cwe?: string
  readonly owasp: readonly string[]
  /** 0–1 */
  readonly confidence: number
  readonly references: readonly string[]
  /** Whether it says nothing where data is seen to flow into the same weakness. */
  readonly yields?: boolean
  /** The metavariable that its findings are about: those about one variable are one finding. */
  readonly subject?: string
  /** The file that it stands in. */
  readonly file: string
}

/** A rule that does not run, or not in all of its languages, and why. */
export interface SkippedRule {
  /** Absent where it has none. */
  readonly id?: string
  readonly file: string
  /** A sentence that names the construct. */
  readonly reason: string
  /** Names of languages that it is for and does not run in; absent where it runs in none. */
  readonly languages?: readonly string[]
}
