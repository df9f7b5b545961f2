import type { TaintRule } from '../taint/rules/taint-rule.ts'
import type { Rule, SkippedRule } from './rule.ts'

export interface RuleSet {
  /** Ordered by file and position. */
  readonly rules: readonly Rule[]
  /** Rules with `mode: taint`, ordered by file and position. */
  readonly taint: readonly TaintRule[]
  readonly skipped: readonly SkippedRule[]
}
