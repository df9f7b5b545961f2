import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandFacts } from '../../apps/cli/reference.ts'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'The page of all commands, from what their help says',
  async generate(root) {
    if (!existsSync(join(root, 'apps/cli/reference.ts'))) return {}
    const { commandFacts } = await import('../../apps/cli/reference.ts')
    const { commands } = await commandFacts()
    return {
      'docs/generated/cli.md': page([
        '# Commands',
        '',
        'What `gatehouse --help` says of each command. In a clone, `npx gatehouse` runs it. Exit codes: 0 is fine, 1 is a verdict',
        'that refuses (a block, a finding over the limit, a gate that fails), 2 is a mistake or something that does not work.',
        '',
        ...table(['command', 'what it does'], commands.flatMap(row)),
        ...commands.flatMap((command) => section(command, 2)),
      ]),
    }
  },
} satisfies Generator

function row({ name, description }: CommandFacts): (readonly string[])[] {
  return [[`[${code(name)}](#${anchor(name)})`, cell(description.split('\n')[0] ?? '')]]
}

function anchor(name: string): string {
  return name.replaceAll(' ', '-')
}

function section(command: CommandFacts, level: number): readonly string[] {
  const { name, usage, description, parameters, options, commands } = command
  const rows = [...parameters, ...options].map(([term, meaning]) => [code(term), cell(meaning)])
  return [
    '',
    `${'#'.repeat(level)} ${name}`,
    '',
    '```text',
    usage,
    '```',
    '',
    ...paragraphs(description),
    '',
    ...table(['argument or option', 'meaning'], rows),
    ...commands.flatMap((sub) => section(sub, Math.min(level + 1, 4))),
  ]
}

/** Indented lines of a description are shown unchanged. */
function paragraphs(description: string): readonly string[] {
  return description.split('\n\n').flatMap((part) => {
    const [first = '', ...rest] = part.split('\n')
    const shown = rest.some((line) => line.startsWith('  ')) || first.startsWith('  ')
    if (!shown) return [escaped(part), '']
    const words = part.split('\n').filter((line) => !line.startsWith('  '))
    const lines = part.split('\n').filter((line) => line.startsWith('  '))
    return [...words.map(escaped), '', '```text', ...lines.map((line) => line.slice(2)), '```', '']
  })
}

/** Angle brackets and stars of a description are themselves; within code they are so already. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', String.raw`\<`).replaceAll('*', String.raw`\*`)))
    .join('`')
}
