import { RuleProblem } from '../../rules/problem.ts'
import type { TaintOptions } from './taint-rule.ts'

type Flag = 'safeFunctions' | 'safeIndexes' | 'safeNumbers' | 'safeBooleans' | 'onlyAssignments' | 'unifies'

const FLAGS: Readonly<Record<string, Flag>> = {
  taint_assume_safe_functions: 'safeFunctions',
  taint_assume_safe_indexes: 'safeIndexes',
  taint_assume_safe_numbers: 'safeNumbers',
  taint_assume_safe_booleans: 'safeBooleans',
  taint_only_propagate_through_assignments: 'onlyAssignments',
  taint_unify_mvars: 'unifies',
}

/** Options without an effect: comparison results never propagate here, and search depth is fixed. */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'taint_assume_safe_comparisons',
  'taint_intrafile',
  'taint_interfile_depth',
  'taint_fixpoint_timeout',
])

/**
 * Parses the options of a rule that only concern data flow.
 * @throws {RuleProblem} that names an unsupported option
 */
export function readTaintOptions(given: Readonly<Record<string, unknown>>): TaintOptions {
  const flags: Record<Flag, boolean> = {
    safeFunctions: false,
    safeIndexes: false,
    safeNumbers: false,
    safeBooleans: false,
    onlyAssignments: false,
    unifies: false,
  }
  let focus: TaintOptions['focus'] = 'sink'
  for (const [name, value] of Object.entries(given)) {
    if (!name.startsWith('taint_') || IRRELEVANT.has(name)) continue
    const flag = FLAGS[name]
    if (flag !== undefined && typeof value === 'boolean') flags[flag] = value
    else if (/^taint_(?:focus|match)_on$/.test(name) && (value === 'sink' || value === 'source')) focus = value
    else throw new RuleProblem(`Invalid option ${name}: ${String(value)}.`)
  }
  return { ...flags, focus }
}
