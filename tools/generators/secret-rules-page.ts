import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretRule } from '@gatehouse/secrets'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'The kinds of secrets that are found in source code, from the rules of the scanner',
  async generate(root) {
    if (!existsSync(join(root, 'packages/secrets/src/advice.gen.ts'))) return {}
    const { SECRET_RULES } = await import('@gatehouse/secrets')
    return { 'docs/generated/secrets.md': rulesPage(SECRET_RULES) }
  },
} satisfies Generator

function rulesPage(rules: readonly SecretRule[]): string {
  const vendors = new Set(rules.map(({ vendor }) => vendor).filter((vendor) => vendor !== ''))
  const sorted = rules.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  return page([
    '# Types of secrets',
    '',
    `The scanner SECRETS_PATTERN detects ${rules.length} types of secrets, of ${vendors.size} vendors and without a vendor. A value with a recognizable`,
    'structure is found at any location. Any other value is found by the name to which it is assigned.',
    '',
    ...table(
      ['Rule', 'Secret', 'Severity', 'Access', 'Revocation'],
      sorted.map(({ id, title, severity, grants, revoke }) => [
        code(id),
        cell(title),
        severity,
        cell(grants),
        cell(revoke),
      ]),
    ),
  ])
}
