import type { TaintRule } from '../taint/rules/taint-rule.ts'
import type { Condition, Formula, Rule } from './rule.ts'

/** A metavariable with a condition that no pattern of its rule can bind. */
export interface Unbound {
  readonly id: string
  readonly file: string
  /** e.g. `$Y` */
  readonly name: string
}

const META = /\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_])/g

/** Returns the conditions on metavariables that are in no pattern of the rule: such a condition never holds, so it is a typo. */
export function unboundIn(rules: readonly Rule[], followed: readonly TaintRule[]): readonly Unbound[] {
  return [
    ...rules.flatMap((rule) => told(rule, missing(rule.formula, namesOf(rule.fix)))),
    ...followed.flatMap((rule) => {
      const { sources, sinks, sanitizers, propagators } = rule
      const plain = [...sources, ...sanitizers].flatMap(({ formula }) => missing(formula, []))
      const ends = sinks.flatMap(({ formula, fix }) => missing(formula, namesOf(fix)))
      const carried = propagators.flatMap(({ formula, from, to }) => missing(formula, [from, to]))
      return told(rule, [...plain, ...ends, ...carried])
    }),
  ]
}

function told({ id, file }: Pick<Rule, 'id' | 'file'>, names: readonly string[]): readonly Unbound[] {
  return [...new Set(names)].map((name) => ({ id, file, name }))
}

function missing(formula: Formula, more: readonly string[]): readonly string[] {
  const bound = new Set<string>()
  const asked = new Set(more)
  visit(formula, bound, asked)
  return [...asked].filter((name) => !bound.has(name))
}

function visit(formula: Formula, bound: Set<string>, asked: Set<string>): void {
  switch (formula.type) {
    case 'pattern':
      for (const name of namesOf(formula.text)) bound.add(name)
      break
    case 'regex':
      for (const name of groupsOf(formula.regex.names)) bound.add(name)
      break
    case 'any':
      for (const part of formula.parts) visit(part, bound, asked)
      break
    case 'all':
      for (const part of formula.parts) visit(part, bound, asked)
      for (const condition of formula.conditions) ask(condition, bound, asked)
      for (const name of formula.focus.flat()) asked.add(name)
      if (formula.as !== undefined) bound.add(formula.as)
      break
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      visit(formula.inner, bound, asked)
  }
}

function ask(condition: Condition, bound: Set<string>, asked: Set<string>): void {
  if (condition.meta !== undefined) asked.add(condition.meta)
  if (condition.type === 'pattern') visit(condition.formula, bound, asked)
  if (condition.type === 'regex') for (const name of groupsOf(condition.regex.names)) bound.add(name)
}

function groupsOf(names: readonly (string | undefined)[]): readonly string[] {
  return names.flatMap((name, number) => (name === undefined ? [`$${number}`] : [`$${number}`, `$${name}`]))
}

function namesOf(text = ''): readonly string[] {
  return text.match(META) ?? []
}
