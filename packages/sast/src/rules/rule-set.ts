import type { TaintRule } from '../taint/rules/taint-rule.ts'
import type { Rule, SkippedRule } from './rule.ts'

export interface RuleSet {
  /** By file and place in it. */
  readonly rules: readonly Rule[]
  /** Those of `mode: taint`, by file and place in it. */
  readonly taint: readonly TaintRule[]
  readonly skipped: readonly SkippedRule[]
}
