import { isObject, listAt, objectAt, RuleProblem, textAt, textsAt } from './problem.ts'
import { readCondition, readLanguage } from './read-condition.ts'
import type { Condition, Formula } from './rule.ts'
import { regexOf } from './text-regex.ts'

/** Own limit: the same as for the other search syntax. */
const DEPTH_MAX = 30

/** Keys of the search syntax; a search has exactly one of them. */
const OPERATORS = ['pattern', 'regex', 'all', 'any', 'not', 'inside'] as const

/** All keys that describe a search. */
export const MATCH_KEYS: ReadonlySet<string> = new Set([...OPERATORS, 'where', 'as'])

type All = Extract<Formula, { type: 'all' }>

/**
 * Parses `match`: the newer search syntax with `all`, `any`, `not`, `inside`, `regex` and `where`.
 * @throws {RuleProblem} that names the unsupported part
 */
export function readMatch(value: unknown): Formula {
  const formula = readPart(value, 0)
  if (formula.type !== 'not' && formula.type !== 'not-inside') return formula
  throw new RuleProblem('match contains only negative conditions.')
}

function readPart(value: unknown, depth: number): Formula {
  if (depth > DEPTH_MAX) throw new RuleProblem(`Patterns can be nested at most ${DEPTH_MAX} levels deep.`)
  if (!isObject(value)) return { type: 'pattern', text: textAt(value, 'A pattern of match') }
  const { where, as, ...given } = value
  const [key, ...more] = Object.keys(given)
  const operator = OPERATORS.find((item) => item === key)
  if (operator === undefined || more.length > 0) {
    const unknown = [key, ...more].find((item) => !OPERATORS.some((known) => known === item))
    throw new RuleProblem(
      unknown === undefined
        ? `One of ${OPERATORS.join(', ')} is required.`
        : `Unknown key ${unknown} in match. One of ${OPERATORS.join(', ')} is required.`,
    )
  }
  const formula = readOperator(operator, given[operator], depth)
  const asked = where === undefined ? formula : withConditions(formula, listAt(where, 'where'), depth)
  return as === undefined ? asked : named(asked, textAt(as, 'as'))
}

/** Binds the whole match of a part to a name. */
function named(formula: Formula, name: string): All {
  if (!/^\$[A-Z_][A-Z0-9_]*$/.test(name)) throw new RuleProblem(`as must be a metavariable; ${name} is not.`)
  return { type: 'all', parts: [formula], conditions: [], focus: [], as: name }
}

function readOperator(key: (typeof OPERATORS)[number], value: unknown, depth: number): Formula {
  switch (key) {
    case 'pattern':
      return { type: 'pattern', text: textAt(value, key) }
    case 'regex':
      return { type: 'regex', regex: regexOf(textAt(value, key), key) }
    case 'all': {
      const parts = listAt(value, key).map((item) => readPart(item, depth + 1))
      if (depth > 0 || parts.some(({ type }) => type !== 'not' && type !== 'not-inside')) {
        return { type: 'all', parts, conditions: [], focus: [] }
      }
      throw new RuleProblem('all requires at least one positive pattern.')
    }
    case 'any':
      return { type: 'any', parts: listAt(value, key).map((item) => readPart(item, depth + 1)) }
    case 'inside':
      return { type: 'inside', inner: readPart(value, depth + 1) }
    case 'not':
    default: {
      const inner = readPart(value, depth + 1)
      if (inner.type === 'inside') return { type: 'not-inside', inner: inner.inner }
      // A negated regex excludes matches that contain it.
      return { type: inner.type === 'regex' ? 'not-inside' : 'not', inner }
    }
  }
}

function withConditions(formula: Formula, list: readonly unknown[], depth: number): All {
  const conditions: Condition[] = []
  const focus: (readonly string[])[] = []
  for (const item of list) {
    const object = objectAt(item, 'Each item of where')
    if (object['focus'] === undefined) conditions.push(readWhere(object, depth))
    else if (Object.keys(object).length === 1) focus.push(textsAt(object['focus'], 'focus'))
    else throw new RuleProblem('focus must be the only key in an item of where.')
  }
  const parts = formula.type === 'all' && formula.conditions.length === 0 ? formula.parts : [formula]
  const outer = formula.type === 'all' && formula.conditions.length === 0 ? formula.focus : []
  return { type: 'all', parts, conditions, focus: [...outer, ...focus] }
}

function readWhere(given: Readonly<Record<string, unknown>>, depth: number): Condition {
  const none = (): never => {
    throw new RuleProblem('Patterns are not supported here.')
  }
  if (given['comparison'] !== undefined) return readCondition('metavariable-comparison', given, none)
  const { metavariable, language, ...rest } = given
  const keys = Object.keys(rest)
  // The regex of a metavariable is anchored at the start of its text, as in the older syntax.
  if (keys.length === 1 && keys[0] === 'regex' && language === undefined)
    return readCondition('metavariable-regex', given, none)
  if (rest['analyzer'] !== undefined) return readCondition('metavariable-analysis', given, none)
  if (rest['type'] !== undefined || rest['types'] !== undefined) return readCondition('metavariable-type', given, none)
  return {
    type: 'pattern',
    meta: textAt(metavariable, 'metavariable'),
    formula: readPart(rest, depth + 1),
    ...(language !== undefined && { language: readLanguage(textAt(language, 'language')) }),
  }
}
