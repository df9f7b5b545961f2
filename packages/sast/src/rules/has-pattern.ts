import type { Formula } from './rule.ts'

/** Whether a formula contains patterns in the language of its rule. Patterns of conditions in another language do not count. */
export function hasPattern(formula: Formula): boolean {
  switch (formula.type) {
    case 'pattern':
      return true
    case 'regex':
      return false
    case 'any':
      return formula.parts.some(hasPattern)
    case 'all':
      return (
        formula.parts.some(hasPattern) ||
        formula.conditions.some(
          (condition) =>
            condition.type === 'pattern' && condition.language === undefined && hasPattern(condition.formula),
        )
      )
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return hasPattern(formula.inner)
  }
}
