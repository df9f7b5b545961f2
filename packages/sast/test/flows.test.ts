import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import { createSastScanner, type SastOptions } from '../src/index.ts'
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { linkFlows } from '../src/scan/link-flows.ts'
import { parseInlineFacts } from '../src/scan/said.ts'
import { Pack } from '../src/scan/pack.ts'

const rules = {
  own: false,
  files: [
    {
      path: 'flow.yaml',
      text: `rules:
- id: flow
  mode: taint
  message: $X runs as a command.
  severity: ERROR
  languages: [javascript]
  metadata: {cwe: CWE-78}
  pattern-sources: [{pattern: req.query}]
  pattern-sinks: [{patterns: [{pattern: exec($X)}, {focus-metavariable: $X}]}]
`,
    },
  ],
}

const FILES = {
  'a.js': "const { run } = require('./b.js')\napp.get('/', (req, res) => {\n  run(req.query.name)\n})\n",
  'b.js': 'exports.run = function (name) {\n  const command = `ls ${name}`\n  exec(command)\n}\n',
  'c.js': "exec('ls')\n",
}

const scan = (files: Readonly<Record<string, string>>, more: Partial<SastOptions> = {}) =>
  runScan({ tree: treeOf(files), scanners: [createSastScanner({ rules, ...more })] })

test('data is tracked across files, and the finding contains the path', async () => {
  const { observations, gaps } = await scan(FILES)
  expect(gaps).toEqual([])
  expect(observations).toMatchObject([
    {
      scanner: 'SAST_PATTERN',
      ruleId: 'sast/flow',
      severity: 'HIGH',
      title: 'command runs as a command.',
      filePath: 'b.js',
      startLine: 3,
      snippet: '  exec(command)',
      cweId: 'CWE-78',
    },
  ])
  const { dataFlow = [] } = observations[0]!.metadata
  expect(dataFlow[0]).toMatchObject({ filePath: 'a.js', line: 3, role: 'source', snippet: 'run(req.query.name)' })
  expect(dataFlow.at(-1)).toMatchObject({ filePath: 'b.js', line: 3, role: 'sink', snippet: 'exec(command)' })
})

test('each step shows its line without secrets and within the length limit', async () => {
  const value = `p9${'Zq7w'.repeat(6)}`
  const source = `  run(req.query.name, { apiKey: '${value}' }, '${'x'.repeat(500)}')`
  const { observations } = await scan({ ...FILES, 'a.js': FILES['a.js'].replace('  run(req.query.name)', source) })
  const [{ snippet = '' } = {}] = observations[0]!.metadata.dataFlow ?? []
  expect(snippet).toMatch(/^run\(req\.query\.name, \{ apiKey: '.*…$/)
  expect(snippet).not.toContain(value)
  expect(snippet.length).toBe(200)
})

test('a comment with a reason at the sink suppresses the flow', async () => {
  const allowed = (comment: string) => ({ ...FILES, 'b.js': FILES['b.js'].replace('exec(', `// ${comment}\n  exec(`) })
  expect((await scan(allowed('gatehouse:allow flow names are checked'))).observations).toEqual([])
  expect((await scan(allowed('nosemgrep'))).observations).toEqual([])
  const [mergedObservation] = (await scan(allowed('gatehouse:allow flow'))).observations
  expect(mergedObservation?.description).toContain('without a reason')
})

test('threads and a cache do not change the result', async () => {
  const [root, folder] = await Promise.all(
    ['tree', 'cache'].map((item) => mkdtemp(join(tmpdir(), `gatehouse-${item}-`))),
  )
  const threads = createScanThreads(2)
  try {
    for (const [path, text] of Object.entries(FILES)) await writeFile(join(root!, path), text)
    const here = await scan(FILES)
    const cache = { folder: folder! }
    for (const _time of ['cold', 'warm']) {
      const scanners = [threads.spread(createSastScanner({ rules, cache }))]
      expect(await runScan({ tree: await openFolder(root!), scanners, atOnce: 2 })).toEqual(here)
    }
    // One file on the path changes: the results of the others are cached.
    const changed = { ...FILES, 'a.js': FILES['a.js'].replace('req.query.name', "'fixed'") }
    expect((await scan(changed, { cache })).observations).toEqual([])
    expect((await scan(FILES, { cache })).observations).toEqual(here.observations)
  } finally {
    await threads.close()
    await Promise.all([root, folder].map((item) => rm(item!, { recursive: true, force: true })))
  }
})

test('languages without both ends of a rule are skipped, and a language family counts as one', async () => {
  const text = `rules:
- id: pair
  mode: taint
  message: It runs.
  severity: ERROR
  languages: [javascript, typescript, python, ruby, php]
  pattern-sources: [{pattern: read()}]
  pattern-sinks: [{pattern: exec(...)}]
`
  const files = [{ path: 'pair.yaml', text }]
  const whole = {
    'a.ts': "import { run } from './b.js'\nrun(read())\n",
    'b.js': 'export function run(name) {\n  exec(name)\n}\n',
    'both.rb': 'exec(read())\n',
  }
  const places = async (some: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const scanner = createSastScanner({ rules: { own: false, files } })
    const { observations } = await runScan({ tree: treeOf(some), scanners: [scanner] })
    return observations.map(({ filePath, startLine }) => `${filePath}:${startLine}`).toSorted()
  }
  const others = { 'source.py': 'x = read()\n', 'sink.php': '<?php exec($x);\n' }
  expect(await places({ ...whole, ...others })).toEqual(['b.js:2', 'both.rb:1'])
  expect(await places(others)).toEqual([])
  // An invalid entry is harmless if it is not read.
  const pack = new Pack(files)
  const headed = (language: string, sourced: readonly string[], sunk: readonly string[]) =>
    parseInlineFacts(`${JSON.stringify({ path: 'a', language, sourced, sunk })}\nno facts`)
  const context = { tree: treeOf({}), clock: systemClock, signal: new AbortController().signal }
  const ends = [headed('python', ['pair'], ['other']), headed('javascript', ['other'], ['pair'])]
  expect(await linkFlows(ends, { pack, links: undefined }, context)).toEqual({ observations: [], gaps: [] })
  await expect(
    linkFlows([...ends, headed('typescript', ['pair'], [])], { pack, links: undefined }, context),
  ).rejects.toThrow(SyntaxError)
})
