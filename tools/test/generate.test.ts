import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import guardRegistry from '../generators/guard-registry.ts'
import { generateAll } from '../lib/generate.ts'
import type { Generator } from '../lib/generator.ts'
import { cell, code } from '../lib/markdown.ts'
import { settingRows } from '../lib/setting-rows.ts'
import { tree } from './tree.ts'

const pages: Generator = { about: 'pages', owns: ['out/'], generate: () => ({ 'out/a.md': 'a\n', 'out/b.md': 'b\n' }) }
const broken: Generator = {
  about: 'broken',
  generate: () => {
    throw new Error('it rains')
  },
}

describe('generating', () => {
  test('reports missing, different and left-over files, and changes no file in check mode', async () => {
    const root = tree({ 'out/b.md': 'old\n', 'out/c.md': 'c\n' })
    const { drifts } = await generateAll(root, [pages], false)
    expect(drifts).toEqual([
      { path: 'out/a.md', state: 'missing' },
      { path: 'out/b.md', state: 'different' },
      { path: 'out/c.md', state: 'left over' },
    ])
    expect(existsSync(join(root, 'out/a.md'))).toBe(false)
  })

  test('updates the tree, after which a check passes', async () => {
    const root = tree({ 'out/b.md': 'old\n', 'out/c.md': 'c\n' })
    await generateAll(root, [pages], true)
    expect(readFileSync(join(root, 'out/b.md'), 'utf8')).toBe('b\n')
    expect(existsSync(join(root, 'out/c.md'))).toBe(false)
    expect(await generateAll(root, [pages], false)).toEqual({ drifts: [], failures: [] })
  })

  test('continues after a failing generator, and reports the failure', async () => {
    const root = tree({})
    const { drifts, failures } = await generateAll(root, [broken, pages], true)
    expect(failures).toEqual(['broken: it rains'])
    expect(drifts).toHaveLength(2)
  })
})

describe('the guard registry', () => {
  const guard = 'export default 1\n'

  test('lists the guards of all stages by path, without shared modules', () => {
    const root = tree({
      'packages/guards/src/output/b.ts': guard,
      'packages/guards/src/input/two-words.ts': guard,
      'packages/guards/src/input/parts/helper.ts': 'export const a = 1\n',
      'packages/guards/src/detectors/c.ts': 'export const c = 1\n',
    })
    const text = String(Object.values(guardRegistry.generate(root))[0])
    expect(text).toContain("import inputTwoWords from './input/two-words.ts'\nimport outputB from './output/b.ts'\n")
    expect(text).toContain('[\n  inputTwoWords,\n  outputB,\n]')
    expect(text).not.toContain('helper')
  })

  test('rejects a file without a guard instead of omitting it', () => {
    const root = tree({ 'packages/guards/src/input/a.ts': 'export const a = 1\n' })
    expect(() => guardRegistry.generate(root)).toThrow(/input\/a\.ts has no default export/)
  })
})

test('the settings table shows types, defaults, limits and settings inside settings', () => {
  const schema = z.object({
    words: z.array(z.string().min(1).max(9)).max(5).default([]).describe('The words | all.'),
    mode: z.enum(['a', 'b']).default('a').describe('How.'),
    limit: z.int().min(1).describe('Most.'),
    rule: z
      .object({ on: z.boolean().default(true).describe('Whether.') })
      .optional()
      .describe('One rule.'),
  })
  expect(settingRows(z.toJSONSchema(schema, { io: 'input' }))).toEqual([
    ['`words`', 'list of string', '`[]`', 'entries ≤ 5, each: characters ≥ 1, characters ≤ 9', 'The words \\| all.'],
    ['`mode`', '`a`, `b`', '`"a"`', '', 'How.'],
    ['`limit`', 'integer', 'required', '≥ 1', 'Most.'],
    ['`rule`', 'object', 'none', '', 'One rule.'],
    ['`rule.on`', 'boolean', '`true`', '', 'Whether.'],
  ])
})

test.each([
  ['a|b', '`a\\|b`'],
  ['a`b', '`` a`b ``'],
  ['a\u200bb\nc', '`a\\u{200b}b⏎c`'],
  ['', '`  `'],
])('%j as code in a table is %s', (text, shown) => {
  expect(code(text)).toBe(shown)
})

test('a table cell is a single line', () => {
  expect(cell('a\n  b|c')).toBe('a b\\|c')
})
