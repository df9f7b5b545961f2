import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignNames } from '@gatehouse/attacks'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'The plugins and strategies of promptfoo by the categories and strategies of the red team',
  async generate(root) {
    if (!existsSync(join(root, 'packages/attacks/src/names/promptfoo.ts'))) return {}
    const { PROMPTFOO_PLUGINS, PROMPTFOO_STRATEGIES } = await import('@gatehouse/attacks')
    return { 'docs/generated/promptfoo-names.md': namesPage(PROMPTFOO_PLUGINS, PROMPTFOO_STRATEGIES) }
  },
} satisfies Generator

function namesPage(plugins: ForeignNames, strategies: ForeignNames): string {
  return page([
    '# promptfoo names',
    '',
    'Gatehouse accepts the plugin and strategy names of [promptfoo](https://www.promptfoo.dev/docs/red-team/plugins/). A name without',
    'an equivalent is an error with the reason and the closest name.',
    '',
    '## Plugins',
    '',
    ...table(['promptfoo plugin', 'Gatehouse categories', 'Reason'], rows(plugins)),
    '',
    '## Strategies',
    '',
    ...table(['promptfoo strategy', 'Gatehouse strategies', 'Reason'], rows(strategies)),
  ])
}

function rows(names: ForeignNames): readonly (readonly string[])[] {
  return Object.entries(names)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      if ('reason' in value) {
        const closest = value.closest === undefined ? '' : ` Closest: ${value.closest}.`
        return [code(name), 'not supported', cell(`${value.reason}${closest}`)]
      }
      return [code(name), value.map(code).join(', '), '']
    })
}
