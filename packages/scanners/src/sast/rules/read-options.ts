import { DEFAULT_OPTIONS, type MatchOptions } from '../match/source.ts'
import { RuleProblem } from './problem.ts'

/** Options that are heeded, by what they are called here. */
const HEEDED: Readonly<Record<string, keyof MatchOptions>> = {
  constant_propagation: 'constants',
  vardef_assign: 'assignments',
  commutative_compop: 'swapComparisons',
  commutative_boolop: 'swapLogic',
}

/** What others stand at by themselves: at that they say nothing, and at anything else the rule means more than we do. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  ac_matching: true,
  arrow_is_function: true,
  attr_expr: true,
  decorators_order_matters: false,
  flddef_assign: false,
  go_deeper_expr: true,
  go_deeper_stmt: true,
  implicit_deep_exprstmt: true,
  implicit_ellipsis: true,
  implicit_return: true,
  let_is_var: true,
  symbolic_propagation: false,
  unify_ids_strictly: true,
  xml_attrs_implicit_ellipsis: true,
  xml_children_ordered: true,
  xml_singleton_loose_matching: true,
}

/** Options of other modes, or of how much is looked at: a search is the same with them. */
const IRRELEVANT = /^(?:taint_|generic_|interfile$|interproc_|timeout|max_match_per_file$|cpp_parsing_pref$)/

/**
 * Reads the options of a rule.
 * @throws {RuleProblem} naming one that is not understood
 */
export function readOptions(given: Readonly<Record<string, unknown>>): MatchOptions {
  let options = DEFAULT_OPTIONS
  for (const [name, value] of Object.entries(given)) {
    const heeded = HEEDED[name]
    if (heeded !== undefined && typeof value === 'boolean') options = { ...options, [heeded]: value }
    else if (!IRRELEVANT.test(name) && DEFAULTS[name] !== value) {
      throw new RuleProblem(`The option ${name}: ${String(value)} is not known.`)
    }
  }
  return options
}
