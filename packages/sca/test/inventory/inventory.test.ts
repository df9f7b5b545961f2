import { ROOT } from '@gatehouse/formats/artifacts'
import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readInventory } from '../../src/inventory/read.ts'
import { dependencyPaths } from '../../src/inventory/paths.ts'
import { scopesOf } from '../../src/inventory/scopes.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'

function lock(packages: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ lockfileVersion: 3, packages })
}

test('a package has its strongest dependency scope, in any traversal order', () => {
  const scopes = scopesOf([
    { from: ROOT, to: 'dev', scope: 'dev' },
    { from: 'dev', to: 'both', scope: 'runtime' },
    { from: 'both', to: 'below', scope: 'runtime' },
    { from: ROOT, to: 'run', scope: 'runtime' },
    { from: 'run', to: 'maybe', scope: 'optional' },
    { from: 'maybe', to: 'both', scope: 'runtime' },
    { from: 'below', to: 'dev', scope: 'runtime' },
  ])
  expect(Object.fromEntries(scopes)).toEqual({
    run: 'runtime',
    maybe: 'optional',
    both: 'optional',
    below: 'optional',
    dev: 'optional',
  })
})

test('a dependency cycle terminates, and the shortest path and all roots are reported', async () => {
  const inventory = await readInventory(
    memoryTree({
      'package-lock.json': lock({
        '': { dependencies: { a: '1', c: '1' } },
        'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } },
        'node_modules/b': { version: '1.0.0', dependencies: { a: '1', d: '1' } },
        'node_modules/c': { version: '1.0.0', dependencies: { d: '1' } },
        'node_modules/d': { version: '1.0.0', dependencies: { b: '1' } },
      }),
    }),
  )
  const paths = dependencyPaths(inventory)
  expect(paths.shortest('pkg:npm/d@1.0.0')).toEqual(['pkg:npm/c@1.0.0', 'pkg:npm/d@1.0.0'])
  expect(paths.roots('pkg:npm/d@1.0.0').toSorted()).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/c@1.0.0'])
  expect(paths.shortest('pkg:npm/unknown@1.0.0')).toEqual(['pkg:npm/unknown@1.0.0'])
})

test('a lock file applies to the manifest of its folder and to workspace members only', async () => {
  const inventory = await readInventory(
    memoryTree({
      'package.json': '{"dependencies": {"a": "^1"}}',
      'package-lock.json': lock({
        '': { dependencies: { a: '1' } },
        'packages/m': {},
        'node_modules/a': { version: '1.0.0' },
      }),
      'packages/m/package.json': '{"dependencies": {"a": "^1"}}',
      'other/package.json': '{"dependencies": {"a": "^2"}}',
      'node_modules/a/package.json': '{"dependencies": {"z": "^2"}}',
    }),
  )
  expect(inventory.components.map(({ purl }) => purl)).toEqual(['pkg:npm/a', 'pkg:npm/a@1.0.0'])
  expect(inventory.files).toEqual(['other/package.json', 'package-lock.json'])
  expect(inventory.gaps.map(({ reason, filePath }) => `${reason} ${filePath}`)).toEqual([
    'unresolved_version other/package.json',
    'unresolved_version other/package.json',
  ])
})

test('one package in two locations is one component with both, and keeps hashes and licences', async () => {
  const item = { version: '1.0.0', license: 'mit', integrity: `sha512-${Buffer.alloc(64).toString('base64')}` }
  const text = lock({ '': { dependencies: { '@x/a': '1' } }, 'node_modules/@x/a': item })
  const { components } = await readInventory(memoryTree({ 'p/package-lock.json': text, 'q/package-lock.json': text }))
  expect(components).toEqual([
    {
      purl: 'pkg:npm/%40x/a@1.0.0',
      ecosystem: 'npm',
      name: '@x/a',
      version: '1.0.0',
      scope: 'runtime',
      direct: true,
      licence: 'MIT',
      hashes: [{ algorithm: 'SHA-512', hex: '0'.repeat(128) }],
      locations: [
        { path: 'p/package-lock.json', line: 1 },
        { path: 'q/package-lock.json', line: 1 },
      ],
    },
  ])
})

test('unreadable input is a coverage gap with file and line', async () => {
  const { components, gaps } = await readInventory(memoryTree({ 'package-lock.json': '{\n"packages": {\n}' }))
  expect(components).toEqual([])
  expect(gaps).toMatchObject([{ reason: 'unparsed', filePath: 'package-lock.json' }])
  expect(gaps[0]?.detail).toContain('line 3')
})

test('a manifest that requires execution is a coverage gap, unless a lock file covers it', async () => {
  const lone = await readInventory(memoryTree({ 'a/Gemfile': "gem 'rails'" }))
  expect(lone.gaps).toMatchObject([{ reason: 'unparsed', filePath: 'a/Gemfile' }])
  const locked = await readInventory(memoryTree({ 'a/Gemfile': "gem 'rails'", 'a/Gemfile.lock': 'GEM\n  specs:\n' }))
  expect(locked.gaps).toEqual([])
})

test('names of JavaScript built-ins are ordinary package names', async () => {
  const text =
    '{"packages": {"": {"dependencies": {"__proto__": "1"}}, "node_modules/__proto__": {"version": "1.0.0"}}}'
  const { components } = await readInventory(memoryTree({ 'package-lock.json': text }))
  expect(components.map(({ purl, direct }) => [purl, direct])).toEqual([['pkg:npm/__proto__@1.0.0', true]])
})

test.each([
  ['brackets of YAML', 'pnpm-lock.yaml', '['.repeat(200_000)],
  [
    'indents of YAML',
    'pnpm-lock.yaml',
    Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  ],
  ['keys of YAML', 'pnpm-lock.yaml', Array.from({ length: 50_000 }, (_, n) => `k${n}: {}`).join('\n')],
  [
    'aliases of YAML',
    'pnpm-lock.yaml',
    `a: &a [x]\n${Array.from({ length: 30_000 }, (_, n) => `k${n}: *a`).join('\n')}`,
  ],
  ['brackets of JSON', 'package-lock.json', '['.repeat(1_000_000)],
  ['brackets of TOML', 'Cargo.lock', `a = ${'['.repeat(200_000)}`],
  ['tables of TOML', 'Cargo.lock', '[[package]]\nname = "x"\n'.repeat(30_000)],
  ['elements of XML', 'pom.xml', '<a>'.repeat(200_000)],
  ['openings of XML', 'pom.xml', '<'.repeat(500_000)],
  ['blanks of requirements', 'requirements.txt', `a==1 ${' \t'.repeat(200_000)}x`],
  ['dashes of requirements', 'requirements.txt', 'a --hash='.repeat(50_000)],
  ['groups of Ruby', 'Gemfile', 'group '.repeat(100_000)],
  ['lists of Elixir', 'mix.lock', `"a": {:hex, :a, "1", "", [:mix], [${'{:a,"",['.repeat(50_000)}`],
  ['braces of Elixir', 'mix.exs', '{:a,'.repeat(100_000)],
  ['descriptors of yarn', 'yarn.lock', `${'a@1, '.repeat(100_000)}:\n  version "1"\n`],
])('%s by the hundred thousand are read quickly', async (_title, path, text) => {
  const effort_ms = startEffort()
  await readInventory(memoryTree({ 'Gemfile.lock': 'GEM\n', 'mix.lock': '', [path]: text }))
  expect(effort_ms()).toBeLessThan(3 * TIME_MS_MAX)
})

/** A quadratic reader needs minutes for these inputs. */
const TIME_MS_MAX = 8_000
