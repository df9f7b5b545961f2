import { DEFAULT_OPTIONS, type MatchOptions } from '../match/source.ts'
import { RuleProblem } from './problem.ts'
import { readGenericOptions } from './read-generic-options.ts'

type Switch = { [Name in keyof MatchOptions]: MatchOptions[Name] extends boolean ? Name : never }[keyof MatchOptions]

/** Supported options, by their internal names. */
const HEEDED: Readonly<Partial<Record<string, Switch>>> = {
  ac_matching: 'regroups',
  arrow_is_function: 'arrows',
  commutative_boolop: 'swapLogic',
  commutative_compop: 'swapComparisons',
  constant_propagation: 'constants',
  decorators_order_matters: 'ordersDecorators',
  go_deeper_stmt: 'goesDeeper',
  implicit_ellipsis: 'openRecords',
  let_is_var: 'anyVar',
  symbolic_propagation: 'symbols',
  symmetric_eq: 'swapComparisons',
  vardef_assign: 'assignments',
}

/**
 * Values of other options that need no support: they request the existing behavior. Where two values are listed, the option does not
 * affect code of the supported languages, or one value requests less than the other.
 */
const UNDERSTOOD: Readonly<Partial<Record<string, readonly unknown[]>>> = {
  attr_expr: [true],
  cpp_parsing_pref: ['as_fundef', 'as_vardef_with_ctor'],
  flddef_assign: [true, false],
  go_deeper_expr: [true],
  implicit_deep_exprstmt: [true],
  implicit_return: [true, false],
  interfile: [true, false],
  unify_ids_strictly: [true],
  xml_attrs_implicit_ellipsis: [true],
  xml_children_ordered: [true],
  xml_singleton_loose_matching: [true],
}

/** Options of rules that follow data, which are read there, and of how much is looked at, which is bounded here. */
const ELSEWHERE = /^(?:taint_|interproc_|timeout|max_match_per_file$)/

/**
 * Parses the options of a rule.
 * @throws {RuleProblem} that names an unsupported option
 */
export function readOptions(given: Readonly<Record<string, unknown>>): MatchOptions {
  let options = DEFAULT_OPTIONS
  for (const [name, value] of Object.entries(given)) {
    const heeded = Object.hasOwn(HEEDED, name) ? HEEDED[name] : undefined
    const understood = Object.hasOwn(UNDERSTOOD, name) ? UNDERSTOOD[name] : undefined
    if (heeded !== undefined && typeof value === 'boolean') options = { ...options, [heeded]: value }
    else if (!name.startsWith('generic_') && !ELSEWHERE.test(name) && understood?.includes(value) !== true) {
      throw new RuleProblem(`Invalid option ${name}: ${JSON.stringify(value)}.`)
    }
  }
  return { ...options, generic: readGenericOptions(given) }
}
