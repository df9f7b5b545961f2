import type { CompiledPattern } from '../match/pattern.ts'
import type { Formula } from '../rules/rule.ts'

/** Returns names that may be bound to a part of a word, or to a text composed elsewhere: words cannot filter them. */
export function cutMetas(
  formulas: readonly Formula[],
  patterns: ReadonlyMap<string, CompiledPattern>,
): ReadonlySet<string> {
  const cut = new Set<string>()
  for (const { values } of patterns.values()) for (const name of values) cut.add(name)
  const visit = (formula: Formula): void => {
    switch (formula.type) {
      case 'pattern':
        break
      case 'regex':
        for (const [number, name] of formula.regex.names.entries()) {
          cut.add(`$${number}`)
          if (name !== undefined) cut.add(`$${name}`)
        }
        break
      case 'any':
        for (const part of formula.parts) visit(part)
        break
      case 'all':
        for (const part of formula.parts) visit(part)
        for (const condition of formula.conditions) {
          if (condition.type !== 'pattern') continue
          visit(condition.formula)
          if (condition.language !== undefined) for (const name of metasIn(condition.formula)) cut.add(name)
        }
        break
      case 'inside':
      case 'not':
      case 'not-inside':
      default:
        visit(formula.inner)
    }
  }
  for (const formula of formulas) visit(formula)
  return cut
}

const metas = new WeakMap<Formula, ReadonlySet<string>>()

/** Returns the names of metavariables in the patterns of a formula. */
export function metasIn(formula: Formula): ReadonlySet<string> {
  let found = metas.get(formula)
  if (found === undefined) {
    found = makeMetas(formula)
    metas.set(formula, found)
  }
  return found
}

function makeMetas(formula: Formula): ReadonlySet<string> {
  switch (formula.type) {
    case 'pattern':
      return new Set(formula.text.match(/\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*/g))
    case 'regex':
      return new Set()
    case 'any':
    case 'all':
      return new Set(formula.parts.flatMap((part) => [...metasIn(part)]))
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return metasIn(formula.inner)
  }
}
