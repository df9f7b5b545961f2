import type { Condition, Formula } from '../rules/rule.ts'

const written = new Map<string, string>()
const keys = new WeakMap<Formula, string>()
const identities = new WeakMap<object, number>()
let identified = 0

/**
 * Returns a short key that is equal for equivalent formulas of any rules: with equal options they have the same hits in a file. Valid
 * within one process.
 */
export function keyOfFormula(formula: Formula): string {
  let key = keys.get(formula)
  if (key === undefined) {
    const text = JSON.stringify(termsOf(formula))
    key = written.get(text) ?? `#${written.size}`
    written.set(text, key)
    keys.set(formula, key)
  }
  return key
}

function termsOf(formula: Formula): readonly unknown[] {
  const { type } = formula
  switch (type) {
    case 'pattern':
      return [type, formula.text]
    case 'regex':
      return [type, formula.regex.source]
    case 'any':
      return [type, formula.parts.map(keyOfFormula)]
    case 'all':
      return [
        type,
        formula.parts.map(keyOfFormula),
        formula.conditions.map(termsOfCondition),
        formula.focus,
        formula.as ?? null,
      ]
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return [type, keyOfFormula(formula.inner)]
  }
}

function termsOfCondition(condition: Condition): readonly unknown[] {
  const { type } = condition
  switch (type) {
    case 'regex':
      return [type, condition.meta, condition.regex.source, condition.isFollowed]
    case 'pattern':
      return [type, condition.meta, keyOfFormula(condition.formula), condition.language ?? null]
    case 'comparison':
      // It is compiled to a function without further properties.
      return [type, identityOf(condition)]
    case 'analysis':
      return [type, condition.meta, condition.analyzer]
    case 'type':
    default:
      return [type, condition.meta, condition.types]
  }
}

function identityOf(item: object): number {
  let identity = identities.get(item)
  if (identity === undefined) {
    identified += 1
    identity = identified
    identities.set(item, identity)
  }
  return identity
}
