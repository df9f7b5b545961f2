import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gatehouse/kernel'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSastScanner, type PackSource } from '../src/index.ts'
import { type LocalScan, runScan, type SourceTree } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { factsOfUnchangedFiles } from '../src/scan/beside.ts'
import { FileCache } from '../src/scan/cache.ts'
import { Pack } from '../src/scan/pack.ts'
import { parseInlineFacts } from '../src/scan/said.ts'

const FLOW = `rules:
- id: flow
  mode: taint
  message: It runs.
  severity: ERROR
  languages: [javascript, python]
  pattern-sources: [{pattern: req.query}]
  pattern-sinks: [{pattern: exec(...)}]
`
const FILES = {
  'begin.js': "const { pass } = require('./middle.js')\npass(req.query.x)\n",
  'middle.js': "const { run } = require('./end.js')\nexports.pass = (x) => run(x)\n",
  'end.js': 'exports.run = (x) => exec(x)\n',
  'other.js': 'other()\n',
  'other.py': 'other()\n',
}
const RULES: PackSource = { own: false, files: [{ path: 'flow.yaml', text: FLOW }] }

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-beside-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Of these files some have changed. */
function changedIn(files: Readonly<Record<string, string>>, changed: readonly string[]): SourceTree {
  const tree = treeOf(files)
  const isChanged = ({ path }: { readonly path: string }): boolean => changed.includes(path)
  return { ...tree, files: tree.files.filter(isChanged), beside: tree.files.filter((file) => !isChanged(file)) }
}

function scan(tree: SourceTree): Promise<LocalScan> {
  return runScan({ tree, scanners: [createSastScanner({ rules: RULES, cache: { folder } })] })
}

const places = ({ observations }: LocalScan) =>
  observations.map(({ filePath, startLine }) => `${filePath}:${startLine}`)

test.each([
  ['its beginning', ['begin.js'], ['end.js:1']],
  ['the middle of its way', ['middle.js'], ['end.js:1']],
  ['its end', ['end.js'], ['end.js:1']],
  ['all of it', ['begin.js', 'middle.js', 'end.js'], ['end.js:1']],
  ['a file beside it alone', ['other.js'], []],
  ['a file of another language alone', ['other.py'], []],
])('a flow is reported after a change of %s', async (_title, changed, expected) => {
  const unknown = await scan(changedIn(FILES, changed))
  expect(places(unknown)).toEqual(expected)
  // Scans with the cache of a full scan.
  await scan(treeOf(FILES))
  const known = await scan(changedIn(FILES, changed))
  expect(known).toEqual(unknown)
  expect(known.gaps).toEqual([])
})

test('ignore files apply to unchanged files', async () => {
  const files = { ...FILES, '.semgrepignore': 'middle.js\n' }
  expect(places(await scan(changedIn(files, ['end.js'])))).toEqual([])
})

test('uncached files above the reanalysis limit are counted as gaps', async () => {
  const pack = new Pack(RULES.files)
  const facts = `${JSON.stringify({ path: 'new.js', language: 'javascript', sourced: [], sunk: [] })}\n{}`
  const tree = changedIn(FILES, [])
  const context = { tree, clock: systemClock, signal: new AbortController().signal }
  const cache = new FileCache({ folder }, pack)
  const { said, gaps } = await factsOfUnchangedFiles(
    [parseInlineFacts(facts)],
    { pack, cache, isAll: false, anewBytesMax: FILES['begin.js'].length },
    context,
  )
  expect(said.map(({ head }) => head.path)).toEqual(['begin.js'])
  expect(gaps).toMatchObject([{ reason: 'not_covered', detail: expect.stringContaining('through 3 files') }])
})
