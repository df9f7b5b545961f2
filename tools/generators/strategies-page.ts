import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Strategy } from '@gatehouse/attacks'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'The ways in which attacks are said, from their definitions',
  async generate(root) {
    if (!existsSync(join(root, 'packages/attacks/src/strategies.gen.ts'))) return {}
    const { allStrategies, CARRIER_STRATEGIES } = await import('@gatehouse/attacks')
    return { 'docs/generated/attack-strategies.md': strategiesPage([...allStrategies, ...CARRIER_STRATEGIES]) }
  },
} satisfies Generator

function strategiesPage(strategies: readonly Strategy[]): string {
  const byGroup = Map.groupBy(strategies, ({ group }) => group)
  const chosen = strategies.filter(({ isDefault }) => isDefault).length
  return page([
    '# Attack strategies',
    '',
    `Each of the ${strategies.length} strategies rewrites an attack; ${chosen} of them run by default. They require no model,`,
    'and the same seed produces the same result. Aliases are names in other tools; Gatehouse accepts them.',
    'Strategies can be combined. No other strategy can follow a strategy that is marked "last".',
    '',
    ...[...byGroup].flatMap(([group, members]) => [
      `## ${group}`,
      '',
      ...table(
        ['Strategy', 'Default', 'Messages', 'In a layer', 'Description', 'Aliases'],
        members
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, isDefault, steps, isOuter, description, aliases }) => [
            code(name),
            isDefault ? 'yes' : '',
            String(steps),
            isOuter ? '' : 'last',
            cell(description),
            aliases.map(code).join(', '),
          ]),
      ),
      '',
    ]),
  ])
}
