import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '@gatehouse/attacks'
import type { Generator } from '../lib/generator.ts'
import { kebab } from '../lib/guard-names.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

/** Need of a category → required capability, for people. */
const NEEDS: Readonly<Record<string, string>> = {
  tool_calls: 'visible tool calls of the target',
  canaries: 'known secrets in the target, or its known system prompt',
  content: 'a target that reads content of the run',
  sink: 'a target that can reach the sink of the run',
  sessions: 'several messages in one conversation',
  two_sessions: 'two simultaneous sessions',
  mcp: 'an MCP server as target',
  a2a: 'an agent that takes messages of other agents',
  no_credentials: 'a target configuration without credentials',
}

export default {
  about: 'The kinds of weaknesses that are attacked, from their definitions',
  async generate(root) {
    if (!existsSync(join(root, 'packages/attacks/src/categories.gen.ts'))) return {}
    const { allCategories } = await import('@gatehouse/attacks')
    return { 'docs/generated/attack-categories.md': categoriesPage(root, allCategories) }
  },
} satisfies Generator

function categoriesPage(root: string, categories: readonly Category[]): string {
  const groups = [...Map.groupBy(categories, ({ group }) => group)]
  const chosen = categories.filter(({ isDefault }) => isDefault).length
  return page([
    '# Attack categories',
    '',
    `The red team tests ${categories.length} categories of weaknesses; ${chosen} of them run by default. If a requirement of a category is not met, the category`,
    'sends no attacks, and the report lists it as not tested. Aliases are its names in other tools.',
    '',
    ...table(
      ['Category', 'Severity', 'Default', 'Seeds'],
      categories
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, severity, isDefault, seeds }) => [
          `[${code(name)}](#${name})`,
          severity,
          isDefault ? 'yes' : '',
          String(seeds.length),
        ]),
    ),
    ...groups.flatMap(([group, members]) => [
      '',
      `## Group: ${group.replaceAll('_', ' ')}`,
      ...members.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap((member) => section(root, member)),
    ]),
  ])
}

function section(root: string, category: Category): readonly string[] {
  const { name, title, description, severity, needs, mappings, aliases, remediation, criteria } = category
  const facts = [
    ['Severity', severity],
    ['Requirements', needs.map((need) => NEEDS[need] ?? need).join('; ')],
    ['Success criteria', criteria],
    ['Remediation', remediation],
    ['Guards', category.guards.map((guard) => guardLink(root, guard)).join(', ')],
    ['OWASP LLM 2025', mappings.owaspLlm2025.join(', ')],
    ['OWASP agentic 2026', mappings.asi.join(', ')],
    ['MITRE ATLAS', mappings.atlas.join(', ')],
    ['Aliases', aliases.map(code).join(', ')],
  ]
  return [
    '',
    `### ${name}`,
    '',
    `**${title}.** ${cell(description)}`,
    '',
    ...table(
      ['', ''],
      facts
        .filter(([, value]) => value !== '')
        .map(([key = '', value = '']) => [key, key === 'Aliases' || key === 'Guards' ? value : cell(value)]),
    ),
  ]
}

function guardLink(root: string, guard: string): string {
  const folder = ['guards', 'agentic-guards'].find((item) =>
    existsSync(join(root, 'docs/generated', item, `${kebab(guard)}.md`)),
  )
  return folder === undefined ? code(guard) : `[${code(guard)}](${folder}/${kebab(guard)}.md)`
}
