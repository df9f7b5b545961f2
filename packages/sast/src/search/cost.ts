import type { Formula } from '../rules/rule.ts'
import type { SearchGround } from './ground.ts'
import { hintsFor } from './hints.ts'

/** Returns the approximate cost of a search: cheap searches that may fail run first. */
export function costOf(formula: Formula, ground: SearchGround): number {
  switch (formula.type) {
    case 'pattern':
      return costOfPattern(formula.text, ground)
    case 'regex':
      return 3
    case 'any':
      return Math.max(0, ...formula.parts.map((part) => costOf(part, ground)))
    case 'all':
      return Math.min(9, ...formula.parts.map((part) => costOf(part, ground)))
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return costOf(formula.inner, ground)
  }
}

function costOfPattern(text: string, ground: SearchGround): number {
  const compiled = ground.patterns.get(text)
  if (compiled === undefined) return 0
  const [first] = compiled.statements
  const isKnown = compiled.words.length > 0 || hintsFor(compiled.metas, ground).length > 0
  if (compiled.isSequence) return isKnown ? 2 : 5
  if (isKnown) return 1
  if (first?.type === 'node') return 3
  return first?.type === 'string' || first?.type === 'kind' ? 4 : 6
}
