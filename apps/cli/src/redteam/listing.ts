import { allCategories, allStrategies, type Category, type Strategy } from '@gatehouse/attacks'
import { counted } from '../terminal.ts'

/** As the service lists it: document 3, decisions §3 "Categories". */
export function listedCategories() {
  return allCategories.map(({ name, group, title, description, severity, isDefault, needs, aliases, mappings }) => ({
    name,
    group,
    title,
    description,
    severity,
    default: isDefault,
    needs,
    aliases,
    mappings,
  }))
}

export function listedStrategies() {
  return allStrategies.map(({ name, group, title, description, isDefault, aliases, steps }) => ({
    name,
    group,
    title,
    description,
    default: isDefault,
    aliases,
    steps,
  }))
}

/** For people: by group, with a mark at what runs where nobody chose. */
export function categoriesText(): string {
  const named = (one: Category): Line => [one.isDefault, one.name, `${one.severity.padEnd(9)}${one.title}`]
  return listText(allCategories, named, 'category', 'categories')
}

export function strategiesText(): string {
  const named = (one: Strategy): Line => [one.isDefault, one.name, one.title]
  return listText(allStrategies, named, 'strategy', 'strategies')
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
  return `${groups.join('\n')}${counted(lines.length, one, many)}; ${chosen} with a * run where none is named.\n`
}
