import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyAgenticGuard } from '@gatehouse/guards/agentic'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { Generator } from '../lib/generator.ts'
import { assertFileNames, kebab } from '../lib/guard-names.ts'
import { cell, code, page, table } from '../lib/markdown.ts'
import { settingRows } from '../lib/setting-rows.ts'
import { agenticGuardFiles } from './guard-registry.ts'

const FOLDER = 'docs/generated/agentic-guards/'

export default {
  about: 'One page per agentic guard, from its definition',
  owns: [FOLDER],
  async generate(root) {
    if (!existsSync(join(root, 'packages/guards/src/agentic.gen.ts'))) return {}
    const { allAgenticGuards, toolChain } = await import('@gatehouse/guards/agentic')
    assertFileNames(agenticGuardFiles(root), allAgenticGuards)
    const guards = [...allAgenticGuards].sort((a, b) => (a.name < b.name ? -1 : 1))
    const order = toolChain.map(({ name }) => name)
    return {
      [`${FOLDER}README.md`]: indexPage(guards, order),
      ...Object.fromEntries(
        guards.map((guard) => [`${FOLDER}${kebab(guard.name)}.md`, guardPage(guard, order.indexOf(guard.name) + 1)]),
      ),
    }
  },
} satisfies Generator

function indexPage(guards: readonly AnyAgenticGuard[], order: readonly string[]): string {
  return page([
    '# Agentic guards',
    '',
    'Agentic guards evaluate the actions of agents. A tenant configures each guard by its name in `agentic_guardrails`.',
    '',
    'A tool check runs these guards in order and stops at the first denial:',
    '',
    ...order.map((name, index) => `${index + 1}. [${name}](${kebab(name)}.md)`),
    '',
    ...table(
      ['Guard', 'Default', 'OWASP', 'Description'],
      guards.map((guard) => [
        `[${guard.name}](${kebab(guard.name)}.md)`,
        byDefault(guard),
        guard.owasp.join(', '),
        cell(guard.title),
      ]),
    ),
  ])
}

function guardPage(guard: AnyAgenticGuard, place: number): string {
  const settings = settingRows(z.toJSONSchema(guard.settings, { io: 'input', unrepresentable: 'any' }))
  return page([
    `# ${guard.title}`,
    '',
    guard.description,
    '',
    ...table(
      ['Name', 'Default', 'Position in a tool check', 'OWASP'],
      [[code(guard.name), byDefault(guard), place === 0 ? 'none' : String(place), guard.owasp.join(', ') || 'none']],
    ),
    ...(guard.alwaysOn === true ? ['', 'This guard cannot be disabled.'] : []),
    '',
    '## Settings',
    '',
    ...(settings.length === 0 ? ['None.'] : table(['Setting', 'Type', 'Default', 'Limits', 'Meaning'], settings)),
    '',
    '## Configuration',
    '',
    '```yaml',
    ...stringify({ agentic_guardrails: { [guard.name]: { enabled: true, action: guard.defaults.action } } })
      .trimEnd()
      .split('\n'),
    '```',
  ])
}

function byDefault({ defaults }: AnyAgenticGuard): string {
  return defaults.enabled ? defaults.action : `off (${defaults.action})`
}
