import {
  allCategories,
  allDomains,
  allStrategies,
  CARRIER_STRATEGIES,
  type Category,
  type Strategy,
  WRITTEN_STRATEGIES,
} from '@gatehouse/attacks'
import { listedCategories, listedStrategies } from '@gatehouse/attacks/reports'
import { counted } from '../terminal.ts'

/** Serializes like the service. */
export function categoriesJson(): string {
  return `${JSON.stringify(listedCategories(), null, 2)}\n`
}

/** Serializes like the service. */
export function strategiesJson(): string {
  return `${JSON.stringify(listedStrategies(), null, 2)}\n`
}

/** Formats a readable list by group. Marks default categories. */
export function categoriesText(): string {
  const named = (category: Category): Line => [
    category.isDefault,
    category.name,
    `${category.severity.padEnd(9)}${category.title}`,
  ]
  const packs = allDomains.map(({ name, title }) => `    ${name.padEnd(13)}${title}\n`)
  return `${listText(allCategories, named, 'category', 'categories')}\nDomain packs (--domains):\n${packs.join('')}`
}

export function strategiesText(): string {
  const named = (strategy: Strategy): Line => [strategy.isDefault, strategy.name, strategy.title]
  return listText([...allStrategies, ...CARRIER_STRATEGIES, ...WRITTEN_STRATEGIES], named, 'strategy', 'strategies')
}

type Line = readonly [isDefault: boolean, name: string, about: string]

function listText<One extends { readonly group: string }>(
  units: readonly One[],
  lineOf: (unit: One) => Line,
  one: string,
  many: string,
): string {
  const lines = units.map((unit) => ({ group: unit.group, line: lineOf(unit) }))
  const wide = Math.max(...lines.map(({ line: [, name] }) => name.length)) + 2
  const groups = [...Map.groupBy(lines, ({ group }) => group)].flatMap(([group, some]) => [
    group,
    ...some.map(({ line: [isDefault, name, about] }) => `  ${isDefault ? '*' : ' '} ${name.padEnd(wide)}${about}`),
    '',
  ])
  const chosen = lines.filter(({ line: [isDefault] }) => isDefault).length
  return `${groups.join('\n')}${counted(lines.length, one, many)}; ${chosen} marked * run by default.\n`
}
