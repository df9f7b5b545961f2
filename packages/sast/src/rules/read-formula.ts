import { readCondition } from './read-condition.ts'
import { isObject, listAt, notKnown, objectAt, RuleProblem, textAt, textsAt } from './problem.ts'
import type { Condition, Formula } from './rule.ts'
import { regexOf } from './text-regex.ts'

/** Own limit: deeper than any known rule. */
const DEPTH_MAX = 30

/** Keys of a part of `patterns`. */
const PART_KEYS = [
  'pattern',
  'pattern-regex',
  'pattern-not-regex',
  'patterns',
  'pattern-either',
  'pattern-not',
  'pattern-inside',
  'pattern-not-inside',
  'focus-metavariable',
]

/** Keys with a search. */
export const SEARCH_KEYS = ['pattern', 'patterns', 'pattern-either', 'pattern-regex'] as const

/**
 * Parses the search of a rule or of a part of a rule.
 * @throws {RuleProblem} that names the unsupported part
 */
export function readFormula(given: Readonly<Record<string, unknown>>, depth = 0): Formula {
  const keys = SEARCH_KEYS.filter((key) => given[key] !== undefined)
  const [key] = keys
  if (key === undefined) throw new RuleProblem(`One of ${SEARCH_KEYS.join(', ')} is required.`)
  if (keys.length > 1) throw new RuleProblem(`Only one of ${keys.join(', ')} is allowed.`)
  return readOperator(key, given[key], depth)
}

const known = new WeakMap<object, Map<string, Formula>>()

/** Parses an operator. A shared YAML anchor is parsed once, so that rules share the result. */
function readOperator(key: string, value: unknown, depth: number): Formula {
  if (depth > DEPTH_MAX) throw new RuleProblem(`Patterns can be nested at most ${DEPTH_MAX} levels deep.`)
  if (typeof value !== 'object' || value === null) return readNew(key, value, depth)
  const before = known.get(value)
  let formula = before?.get(key)
  if (formula !== undefined) return formula
  formula = readNew(key, value, depth)
  if (before === undefined) known.set(value, new Map([[key, formula]]))
  else before.set(key, formula)
  return formula
}

function readNew(key: string, value: unknown, depth: number): Formula {
  switch (key) {
    case 'pattern':
      return { type: 'pattern', text: textAt(value, key) }
    case 'pattern-regex':
      return { type: 'regex', regex: regexOf(textAt(value, key), key) }
    case 'pattern-not-regex':
      return { type: 'not-inside', inner: { type: 'regex', regex: regexOf(textAt(value, key), key) } }
    case 'patterns':
      return readAll(listAt(value, key), depth)
    case 'pattern-either':
      return { type: 'any', parts: listAt(value, key).map((item) => readOne(item, key, depth)) }
    case 'pattern-not':
      return { type: 'not', inner: nested(value, key, depth) }
    case 'pattern-inside':
      return { type: 'inside', inner: nested(value, key, depth) }
    case 'pattern-not-inside':
      return { type: 'not-inside', inner: nested(value, key, depth) }
    default:
      throw notKnown(key, PART_KEYS)
  }
}

/** Parses a nested search: a text is a pattern; an object is a search of its own. */
function nested(value: unknown, where: string, depth: number): Formula {
  return isObject(value) ? checked(readFormula(value, depth + 1)) : { type: 'pattern', text: textAt(value, where) }
}

function readOne(value: unknown, where: string, depth: number): Formula {
  const entry = objectAt(value, `Each item of ${where}`)
  const [key, ...more] = Object.keys(entry)
  if (key === undefined || more.length > 0) throw new RuleProblem(`Each item of ${where} must have exactly one key.`)
  return checked(readOperator(key, entry[key], depth + 1))
}

/** @throws {RuleProblem} for a search with only negative parts */
function checked(formula: Formula): Formula {
  if (formula.type !== 'all' || formula.parts.some((part) => part.type !== 'not' && part.type !== 'not-inside'))
    return formula
  throw new RuleProblem('patterns requires at least one positive pattern.')
}

function readAll(list: readonly unknown[], depth: number): Formula {
  const parts: Formula[] = []
  const conditions: Condition[] = []
  const focus: (readonly string[])[] = []
  for (const value of list) {
    const entry = objectAt(value, 'Each item of patterns')
    const [key, ...more] = Object.keys(entry)
    if (key === undefined || more.length > 0) throw new RuleProblem('Each item of patterns must have exactly one key.')
    if (key === 'focus-metavariable') focus.push(textsAt(entry[key], key))
    else if (key.startsWith('metavariable-')) {
      conditions.push(readCondition(key, entry[key], (inner) => readFormula(inner, depth + 1)))
    } else parts.push(checked(readOperator(key, entry[key], depth + 1)))
  }
  // A search within a metavariable may have only negative parts.
  if (depth === 0) checked({ type: 'all', parts, conditions, focus })
  return { type: 'all', parts, conditions, focus }
}
