import { describe, expect, test } from 'vitest'
import { checkBoundaries } from '../boundaries/check.ts'
import { MAY_IMPORT } from '../boundaries/table.ts'
import { show } from '../lib/problem.ts'
import { tree } from './tree.ts'

function manifest(name: string, dependencies: readonly string[] = []): string {
  return JSON.stringify({
    name: `@gatehouse/${name}`,
    exports: { '.': { gatehouse: './src/index.ts' } },
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '1.0.0'])),
  })
}

/** A small tree in which everything is as it must be. */
const SOUND = {
  'package.json': JSON.stringify({ name: 'gatehouse', devDependencies: { vitest: '1.0.0' } }),
  'packages/kernel/package.json': manifest('kernel'),
  'packages/kernel/src/index.ts': `import { join } from 'node:path'\nexport const a = join('a')\n`,
  'packages/contracts/package.json': manifest('contracts', ['@gatehouse/kernel']),
  'packages/contracts/src/index.ts': `export { a } from '@gatehouse/kernel'\n`,
  'packages/testkit/package.json': manifest('testkit'),
  'packages/testkit/src/index.ts': 'export const kit = 1\n',
  'packages/guards/package.json': manifest('guards', ['@gatehouse/contracts']),
  'packages/guards/src/index.ts': `import { a } from '@gatehouse/contracts'\nexport * from './one.ts'\nexport { a }\n`,
  'packages/guards/src/one.ts': 'export const one = 1\n',
  'packages/guards/test/one.test.ts': `import { test } from 'vitest'\nimport { kit } from '@gatehouse/testkit'\nimport { one } from '../src/one.ts'\ntest('', () => void [kit, one])\n`,
  'packages/store/package.json': manifest('store', ['pg']),
  'packages/store/src/index.ts': `import pg from 'pg'\nexport const store = pg\n`,
} as const

function problemsWith(files: Readonly<Record<string, string>>): string[] {
  return checkBoundaries(tree({ ...SOUND, ...files })).problems.map(show)
}

test('a sound tree has no problem', () => {
  expect(problemsWith({})).toEqual([])
})

test('a builtin module that exists only with the prefix is allowed', () => {
  const path = 'packages/kernel/src/index.ts'
  expect(problemsWith({ [path]: `import { DatabaseSync } from 'node:sqlite'\nexport { DatabaseSync }\n` })).toEqual([])
})

describe('an entry point exports at most 60 names', () => {
  const names = (count: number): string =>
    `export {\n${Array.from({ length: count }, (_, at) => `  type T${at},\n`).join('')}} from './one.ts'\n`
  const index = 'packages/models/src/index.ts'
  const models = {
    'packages/models/package.json': JSON.stringify({
      name: '@gatehouse/models',
      exports: { '.': { gatehouse: './src/index.ts' }, './topic': { gatehouse: './src/topic.ts' } },
    }),
    'packages/models/src/one.ts': '',
    'packages/models/src/topic.ts': names(1),
  }
  const problemOf = (path: string): string =>
    `${path}  61 exported names; at most 60: move a topic to a subpath of package.json`

  test('the index of a package', () => {
    expect(problemsWith({ ...models, [index]: names(60) })).toEqual([])
    expect(problemsWith({ ...models, [index]: names(61) })).toEqual([problemOf(index)])
  })

  test('a subpath', () => {
    const topic = 'packages/models/src/topic.ts'
    expect(problemsWith({ ...models, [index]: names(1), [topic]: names(61) })).toEqual([problemOf(topic)])
  })

  test('names of export * count', () => {
    const files = { ...models, [index]: `${names(60)}export * from './more.ts'\n` }
    expect(problemsWith({ ...files, 'packages/models/src/more.ts': 'export interface T1 {}\n' })).toEqual([])
    expect(problemsWith({ ...files, 'packages/models/src/more.ts': 'export interface More {}\n' })).toEqual([
      problemOf(index),
    ])
  })
})

test('tests may import the statements that they cite, sources may not', () => {
  const spec = { 'spec/proves.ts': 'export const proves = 1\n' }
  const line = `import { proves } from '../../../spec/proves.ts'\nvoid proves\n`
  expect(problemsWith({ ...spec, 'packages/guards/test/two.test.ts': line })).toEqual([])
  expect(problemsWith({ ...spec, 'packages/guards/src/one.ts': `${line}export const one = 1\n` })).toEqual([
    expect.stringContaining('leaves the package'),
  ])
})

describe('reports', () => {
  test.each([
    ['a package that the table does not allow', `import { store } from '@gatehouse/store'`, 'may not import store'],
    ['the same in a type', `type S = import('@gatehouse/store').Store`, 'may not import store'],
    ['the same in import type', `import type { S } from '@gatehouse/store'`, 'may not import store'],
    ['the same in an export', `export * from '@gatehouse/store'`, 'may not import store'],
    ['the same at run time', `const s = await import('@gatehouse/store')`, 'may not import store'],
    ['a package that is not declared', `import { a } from '@gatehouse/kernel'`, '"@gatehouse/kernel" is not declared'],
    ['a dependency that is not declared', `import { z } from 'zod'`, '"zod" is not declared in packages/guards'],
    ['a development dependency in sources', `import { test } from 'vitest'`, '"vitest" is not declared'],
    ['the router in an engine', `import router from 'find-my-way'`, 'only http routes requests'],
    ['SQL in an engine', `import { Pool } from 'pg'`, 'only store speaks SQL'],
    ['another way out', `import { request } from 'undici'`, 'one egress policy'],
    ['another way out of Node', `import { request } from 'node:https'`, 'one egress policy'],
    ['Redis in an engine', `import { Redis } from 'ioredis'`, 'only cache speaks to Redis'],
    ['a process in an engine', `import { spawn } from 'node:child_process'`, 'starts processes'],
    ['test code in sources', `import { kit } from '@gatehouse/testkit'`, 'testkit is for tests alone'],
    ['a reach into another package', `import { a } from '../../kernel/src/index.ts'`, 'reaches into another package'],
    ['a subpath that is not offered', `import { a } from '@gatehouse/contracts/src/index.ts'`, 'does not offer'],
    ['a workspace that is not there', `import { a } from '@gatehouse/nothing'`, 'there is no workspace'],
    ['a file that is not there', `import { a } from './gone.ts'`, '"./gone.ts" does not exist'],
    ['a file outside the package', `import json from '../../../package.json'`, 'leaves the package'],
    ['a source that imports a test', `import '../test/one.test.ts'`, 'outside src'],
    ['an absolute path', `import '/etc/x.ts'`, 'is an absolute path'],
    ['a built-in without its prefix', `import { join } from 'path'`, 'write "node:path"'],
    ['a computed import', `const name = 'x'; await import(name)`, 'nothing can check'],
    ['the environment', `export const home = process.env.HOME`, 'only the apps read process.env'],
    ['the environment by its module', `import { env } from 'node:process'`, 'only the apps read process.env'],
    ['the environment taken apart', `const { env } = process`, 'only the apps read process.env'],
    ['the environment through the global object', `globalThis.process['env']`, 'only the apps read process.env'],
    ['a require', `const pg = require('pg')`, 'only store speaks SQL'],
  ])('%s', (_title, line, message) => {
    const found = problemsWith({ 'packages/guards/src/one.ts': `${line}\nexport const one = 1\n` })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^packages\/guards\/src\/one\.ts:1 /)
    expect(found[0]).toContain(message)
  })

  test('a workspace missing in the table', () => {
    const found = problemsWith({ 'packages/novel/package.json': manifest('novel') })
    expect(found).toEqual([expect.stringContaining('this workspace is not in tools/boundaries/table.ts')])
  })

  test('Node in a package that also runs in browsers', () => {
    const found = problemsWith({ 'packages/contracts/src/index.ts': `import 'node:fs'\n` })
    expect(found).toEqual([expect.stringContaining('also runs in browsers')])
  })

  test('an app that is imported', () => {
    const found = problemsWith({
      'apps/guard/package.json': manifest('app-guard'),
      'apps/guard/src/index.ts': '',
      'packages/guards/src/one.ts': `import '@gatehouse/app-guard'\n`,
    })
    expect(found).toEqual([expect.stringContaining('no one imports the app "guard"')])
  })

  test('a source that does not parse, instead of passing it over', () => {
    expect(() => problemsWith({ 'packages/guards/src/one.ts': 'import { from' })).toThrow(/one\.ts does not parse/)
  })

  test('a tree without checked files', () => {
    const root = tree({ 'package.json': JSON.stringify({ name: 'empty' }) })
    expect(checkBoundaries(root).problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('nothing was checked') as unknown }),
    ])
  })
})

describe('accepts', () => {
  test.each([
    ['an import that is only spoken of', `// import { Pool } from 'pg'\nexport const text = "import 'pg'"`],
    ['a type of its own package', `import type { one as two } from './one.ts'\nexport type T = typeof two`],
  ])('%s', (_title, text) => {
    expect(problemsWith({ 'packages/guards/src/two.ts': `${text}\n` })).toEqual([])
  })

  test('an app that reads the environment, and SQL in the store', () => {
    const app = {
      'apps/guard/package.json': manifest('app-guard'),
      'apps/guard/src/index.ts': 'export const e = process.env',
    }
    expect(problemsWith(app)).toEqual([])
  })
})

test('the table has no cycle, so that the packages have an order', () => {
  const settled = new Set<string>()
  const rest = new Map(Object.entries(MAY_IMPORT).map(([folder, names]) => [folder.split('/')[1] ?? folder, names]))
  rest.delete('guard')
  for (let before = -1; before !== settled.size;) {
    before = settled.size
    for (const [name, imports] of rest) if (imports.every((item) => settled.has(item))) settled.add(name)
  }
  expect([...rest.keys()].filter((name) => !settled.has(name))).toEqual([])
})

describe('import cycles', () => {
  const item = 'packages/guards/src/one.ts'

  test('of code are reported', () => {
    const files = { [item]: `import { two } from './two.ts'\nexport const one = () => two\n` }
    expect(problemsWith({ ...files, 'packages/guards/src/two.ts': `export { one as two } from './one.ts'\n` })).toEqual(
      [expect.stringContaining('import cycle: packages/guards/src/one.ts, packages/guards/src/two.ts')],
    )
  })

  test('of types are reported between folders but not within a folder', () => {
    const types = (to: string) => `import type { Two } from '${to}'\nexport type One = Two\nexport const one = 1\n`
    const back = (to: string) => `import type { One } from '${to}'\nexport type Two = One\n`
    const within = { [item]: types('./two.ts'), 'packages/guards/src/two.ts': back('./one.ts') }
    expect(problemsWith(within)).toEqual([])
    const across = { [item]: types('./far/two.ts'), 'packages/guards/src/far/two.ts': back('../one.ts') }
    expect(problemsWith(across)).toEqual([expect.stringContaining('import cycle')])
  })

  test('that are justified are allowed, and a justification needs a cycle', () => {
    const folder = 'packages/sast/src/search'
    const sast = {
      'packages/sast/package.json': manifest('sast'),
      'packages/sast/src/index.ts': `export * from './search/a.ts'\n`,
      [`${folder}/b.ts`]: `import { a } from './a.ts'\nexport const b = () => a\n`,
    }
    expect(problemsWith({ ...sast, [`${folder}/a.ts`]: `import { b } from './b.ts'\nexport const a = b\n` })).toEqual(
      [],
    )
    expect(problemsWith({ ...sast, [`${folder}/a.ts`]: `export const a = 1\n` })).toEqual([
      expect.stringContaining('packages/sast/src/search/ has no import cycle any more'),
    ])
  })
})
