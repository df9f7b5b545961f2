import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Strategy } from '@gatehouse/attacks'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'The ways in which attacks are said, from their definitions',
  async generate(root) {
    if (!existsSync(join(root, 'packages/attacks/src/strategies.gen.ts'))) return {}
    const { allStrategies } = await import('@gatehouse/attacks')
    return { 'docs/generated/attack-strategies.md': strategiesPage(allStrategies) }
  },
} satisfies Generator

function strategiesPage(strategies: readonly Strategy[]): string {
  const byGroup = Map.groupBy(strategies, ({ group }) => group)
  const chosen = strategies.filter(({ isDefault }) => isDefault).length
  return page([
    '# Strategies of attacks',
    '',
    `Each of the ${strategies.length} strategies says any attack in another way; ${chosen} of them run where nobody chose. They need no model,`,
    'and make the same of the same seed. Aliases are the names under which other tools know them, and are accepted in their place.',
    'Several can be applied one after the other; a strategy marked "last" makes something to which no other can be applied.',
    '',
    ...[...byGroup].flatMap(([group, members]) => [
      `## ${group}`,
      '',
      ...table(
        ['strategy', 'by default', 'messages', 'in a layer', 'what it does', 'aliases'],
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
