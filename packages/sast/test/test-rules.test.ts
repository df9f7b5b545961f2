import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testRules } from '../src/testing/test-rules.ts'

const RULE = `rules:
- {id: flow, mode: taint, languages: [javascript], severity: HIGH, message: m,
   pattern-sources: [{pattern: source()}], pattern-sinks: [{pattern: sink(...)}]}
`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

test('a test file of a taint rule is a separate program', async () => {
  write({
    'flow.yaml': RULE,
    'flow.js': '// ruleid: flow\nsink(source())\n// ruleid: flow\nsink(1)\n// ok: flow\nsink(source())\n',
  })
  const { tests, untested } = await testRules(folder)
  expect(untested).toEqual([])
  expect(tests).toMatchObject([{ rule: 'flow', missed: [4], wrong: [6], found: 2 }])
})

test('the files in the folder of a rule form one program', async () => {
  write({
    'flow.yaml': RULE,
    'flow/a.js': "import { run } from './lib/b.js'\nrun(source())\n",
    'flow/lib/b.js': 'export function run(v) {\n  // ruleid: flow\n  sink(v)\n}\n',
  })
  const { tests } = await testRules(folder)
  expect(tests).toMatchObject([{ rule: 'flow', file: join(folder, 'flow/lib/b.js'), missed: [], wrong: [], found: 1 }])
})

test('each folder in the folder of a rule is a program of its own', async () => {
  const b = 'export function run(v) {\n  // MARK: flow\n  sink(v)\n}\n'
  write({
    'flow.yaml': RULE,
    'flow/one/a.js': "import { run } from './b.js'\nrun(source())\n",
    'flow/one/b.js': b.replace('MARK', 'ruleid'),
    'flow/two/a.js': "import { run } from './b.js'\nrun(1)\n",
    'flow/two/b.js': b.replace('MARK', 'ok'),
  })
  const { tests } = await testRules(folder)
  expect(tests.map(({ missed, wrong, found }) => [missed, wrong, found])).toEqual([
    [[], [], 1],
    [[], [], 0],
  ])
})

test('a rule without test code is reported', async () => {
  write({ 'flow.yaml': RULE })
  expect((await testRules(folder)).untested).toEqual(['flow'])
})
