import { languagesNamed } from '../languages/all.ts'
import { parseComparison } from '../search/comparison.ts'
import { hasPattern } from './has-pattern.ts'
import { notKnown, objectAt, RuleProblem, textAt, textsAt } from './problem.ts'
import type { Condition, Formula } from './rule.ts'
import { regexOf } from './text-regex.ts'

const CONDITIONS = [
  'metavariable-analysis',
  'metavariable-comparison',
  'metavariable-pattern',
  'metavariable-regex',
  'metavariable-type',
]

/**
 * Parses a condition on a metavariable.
 * @throws {RuleProblem} that names the unsupported part
 */
export function readCondition(
  key: string,
  value: unknown,
  formula: (given: Readonly<Record<string, unknown>>) => Formula,
): Condition {
  const object = objectAt(value, key)
  const meta = object['metavariable'] === undefined ? undefined : textAt(object['metavariable'], 'metavariable')
  if (key === 'metavariable-comparison') {
    known(object, key, ['metavariable', 'comparison', 'strip', 'base'])
    const text = textAt(object['comparison'], 'comparison')
    const comparison = parseComparison(text)
    if (comparison === undefined) throw new RuleProblem(`The comparison "${text}" is not supported.`)
    const base = Number(object['base'] ?? 10)
    if (!Number.isInteger(base) || base < 2 || base > 36) throw new RuleProblem('base must be a number from 2 to 36.')
    return {
      type: 'comparison',
      comparison,
      strip: object['strip'] === true,
      base,
      ...(meta !== undefined && { meta }),
    }
  }
  if (meta === undefined) throw new RuleProblem(`${key} must name a metavariable.`)
  switch (key) {
    case 'metavariable-regex':
      known(object, key, ['metavariable', 'regex', 'constant-propagation'])
      return {
        type: 'regex',
        meta,
        regex: regexOf(textAt(object['regex'], 'regex'), key, true),
        isFollowed: object['constant-propagation'] === true,
      }
    case 'metavariable-pattern': {
      const { metavariable: _name, language, ...search } = object
      known(search, key, ['pattern', 'patterns', 'pattern-either', 'pattern-regex'])
      const name = language === undefined ? undefined : readLanguage(textAt(language, 'language'))
      const inner = formula(search)
      if (name === 'regex' && hasPattern(inner))
        throw new RuleProblem(`${key} with the language regex does not support patterns.`)
      return { type: 'pattern', meta, formula: inner, ...(name !== undefined && { language: name }) }
    }
    case 'metavariable-analysis': {
      known(object, key, ['metavariable', 'analyzer'])
      const analyzer = textAt(object['analyzer'], 'analyzer')
      if (analyzer !== 'entropy' && analyzer !== 'redos') throw new RuleProblem(`Unknown analyzer ${analyzer}.`)
      return { type: 'analysis', meta, analyzer }
    }
    case 'metavariable-name':
      throw new RuleProblem('metavariable-name is not supported. Write the full name in the pattern.')
    case 'metavariable-type':
      known(object, key, ['metavariable', 'type', 'types', 'language'])
      return { type: 'type', meta, types: textsAt(object['types'] ?? object['type'], 'type') }
    default:
      throw notKnown(key, CONDITIONS)
  }
}

/** Returns the name of a language for a condition. @throws {RuleProblem} for an unknown language */
export function readLanguage(word: string): string {
  if (word === 'generic' || word === 'regex') return word
  if (word === 'none') return 'regex'
  const [language] = languagesNamed(word)
  if (language === undefined) throw new RuleProblem(`The language ${word} is not supported.`)
  return language.name
}

function known(given: Readonly<Record<string, unknown>>, where: string, keys: readonly string[]): void {
  const other = Object.keys(given).find((key) => !keys.includes(key))
  if (other !== undefined) throw notKnown(other, keys, ` in ${where}`)
}
