import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '@gatehouse/attacks'
import type { Generator } from '../lib/generator.ts'
import { kebab } from '../lib/guard-names.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

/** Need of a category → required capability, for people. */
const NEEDS: Readonly<Record<string, string>> = {
  tool_calls: 'the target shows the tool calls that it makes',
  canaries: 'secrets that were planted in the target, or its system prompt, are known',
  content: 'the target reads what the run serves',
  sink: "the target can reach the run's own sink",
  sessions: 'several messages of one conversation',
  two_sessions: 'two sessions at once',
  mcp: 'the target is a tool server',
  no_credentials: 'nothing is shown to the target that could be a credential',
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
    '# Categories of attacks',
    '',
    `What the red team tests: ${categories.length} kinds of weaknesses; ${chosen} of them run where nobody chose. A category whose needs are not met`,
    'sends nothing, and the report says so. Aliases are the names under which other tools know it.',
    '',
    ...table(
      ['category', 'severity', 'by default', 'ideas'],
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
      ...members.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap((one) => section(root, one)),
    ]),
  ])
}

function section(root: string, category: Category): readonly string[] {
  const { name, title, description, severity, needs, mappings, aliases, remediation, criteria } = category
  const facts = [
    ['severity', severity],
    ['needs', needs.map((need) => NEEDS[need] ?? need).join('; ')],
    ['succeeds when', criteria],
    ['what to do', remediation],
    ['guards that stop it', category.guards.map((guard) => guardLink(root, guard)).join(', ')],
    ['OWASP LLM 2025', mappings.owaspLlm2025.join(', ')],
    ['OWASP agentic 2026', mappings.asi.join(', ')],
    ['MITRE ATLAS', mappings.atlas.join(', ')],
    ['aliases', aliases.map(code).join(', ')],
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
        .map(([key = '', value = '']) => [key, key === 'aliases' || key.startsWith('guards') ? value : cell(value)]),
    ),
  ]
}

function guardLink(root: string, guard: string): string {
  const folder = ['guards', 'agentic-guards'].find((one) =>
    existsSync(join(root, 'docs/generated', one, `${kebab(guard)}.md`)),
  )
  return folder === undefined ? code(guard) : `[${code(guard)}](${folder}/${kebab(guard)}.md)`
}
