import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { patient_ms } from '@gatehouse/testkit'
import { type CacheLocation, createSastScanner, type PackSource } from '../src/index.ts'
import { type LocalScan, runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { RULES } from './rules.ts'

type Files = Readonly<Record<string, string>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function scan(files: Files, cache?: CacheLocation, rules: PackSource = RULES): Promise<LocalScan> {
  return runScan({
    tree: treeOf(files),
    scanners: [createSastScanner({ rules, ...(cache !== undefined && { cache }) })],
    clock: { now: () => now_ms },
  })
}

let now_ms = Date.now()

/** Returns the files of all cache entries of one kind. */
async function entries(kind: 'files' | 'links' = 'files'): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true })
  const ofKind = all.filter((name) => name.endsWith('.gz') && name.endsWith('.links.gz') === (kind === 'links'))
  return ofKind.map((name) => join(folder, name))
}

/** Replaces text in an entry. @param isFitting whether the digest is updated, too */
async function rewrite(entry: string, from: string, to: string, isFitting: boolean): Promise<void> {
  const bytes = await readFile(entry)
  const body = gzipSync(gunzipSync(bytes.subarray(32)).toString().replaceAll(from, to))
  const digest = isFitting ? createHash('sha256').update(body).digest() : bytes.subarray(0, 32)
  await writeFile(entry, Buffer.concat([digest, body]))
}

/** Data flows from file to file; a finding appears and disappears with its source, its sink and the middle of its path. */
const FLOW = `rules:
- id: flow
  mode: taint
  message: $X runs as a command.
  severity: ERROR
  languages: [javascript]
  pattern-sources: [{pattern: req.query}]
  pattern-sinks: [{patterns: [{pattern: exec($X)}, {focus-metavariable: $X}]}]
`
const ALL: PackSource = { own: false, files: [...RULES.files, { path: 'flow.yaml', text: FLOW }] }

const [BEGIN, MIDDLE, END] = [
  "const { pass } = require('./a.js')\npass(req.query.x)\n",
  "const { run } = require('./lib/c.js')\nexports.pass = (x) => run(x)\n",
  'exports.run = (x) => exec(x)\n',
] as const
const CHAIN = { 'e.js': BEGIN, 'a.js': MIDDLE, 'lib/c.js': END }

const PIECES = [
  'danger(1)\n',
  'danger(x) // nosemgrep\n',
  '// LATER7\n',
  'f(\n',
  'let a = b\n',
  '// @generated\n',
  BEGIN,
  MIDDLE,
  END,
]
const content = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((some) => some.join(''))
const edit = fc.record({
  path: fc.constantFrom('a.js', 'b.py', 'e.js', 'lib/c.js', 'd.txt'),
  text: fc.option(content, { nil: undefined }),
})

test(
  'a cached scan returns the same result as an uncached scan after any edits',
  async () => {
    let flows = 0
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        let files: Files = { ...CHAIN, 'b.py': 'danger(0)\n' }
        for (const { path, text } of edits) {
          const { [path]: _before, ...others } = files
          files = text === undefined ? others : { ...others, [path]: text }
          const there = await scan(files, { folder }, ALL)
          expect(there).toEqual(await scan(files, undefined, ALL))
          flows += there.observations.filter(({ ruleId }) => ruleId === 'sast/flow').length
        }
      }),
      { numRuns: 60 },
    )
    expect(flows).toBeGreaterThan(0)
  },
  patient_ms(30_000),
)

test('a flow between unchanged files follows the middle file, and only that file is reanalysed', async () => {
  const flowsIn = async (files: Files): Promise<readonly string[]> => {
    const remembered = await scan(files, { folder }, ALL)
    expect(remembered).toEqual(await scan(files, undefined, ALL))
    const flows = remembered.observations.filter(({ ruleId }) => ruleId === 'sast/flow')
    return flows.map(({ filePath, startLine }) => `${filePath}:${startLine}`)
  }
  const { 'a.js': _middle, ...ends } = CHAIN
  expect(await flowsIn(CHAIN)).toEqual(['lib/c.js:1'])
  expect(await entries()).toHaveLength(3)
  const harmless = { ...CHAIN, 'a.js': MIDDLE.replace('run(x)', "run('fixed')") }
  expect(await flowsIn(harmless)).toEqual([])
  expect(await entries()).toHaveLength(4)
  expect(await flowsIn(CHAIN)).toEqual(['lib/c.js:1'])
  expect(await flowsIn(ends)).toEqual([])
  // Another path between the same two unchanged files.
  const around = { ...ends, 'a.js': "exports.pass = require('./b.js').pass\n", 'b.js': MIDDLE }
  expect(await flowsIn(around)).toEqual(['lib/c.js:1'])
  expect(await entries()).toHaveLength(6)
})

const MOVED = {
  'e.js': `// First.\n${BEGIN}`,
  'a.js': MIDDLE.replace('\n', '\n\n/* Between. */\n'),
  'lib/c.js': `\n\n  ${END}// Last.\n`,
}

test('moved code is not linked again, and findings have the new locations', async () => {
  await scan(CHAIN, { folder }, ALL)
  const [links = ''] = await entries('links')
  await rewrite(links, 'exec(x)', 'kept(x)', true)
  await rewrite(links, 'runs as a command', 'is kept', true)
  const { observations } = await scan(MOVED, { folder }, ALL)
  const [fresh] = (await scan(MOVED, undefined, ALL)).observations
  // The cached finding, with its current location.
  expect(observations).toMatchObject([{ startLine: 3, startColumn: fresh!.startColumn }])
  expect(JSON.stringify(observations)).toContain('is kept')
  expect(await entries('links')).toHaveLength(1)
  await scan({ ...MOVED, 'e.js': `${BEGIN}other()\n` }, { folder }, ALL)
  expect(await entries('links')).toHaveLength(2)
})

test('linking is repeated after cache damage or for other files', async () => {
  const wanted = await scan(MOVED, undefined, ALL)
  const damages: readonly ((links: string) => Promise<void>)[] = [
    (links) => rewrite(links, 'runs as a command', 'is damaged', false),
    (links) => writeFile(links, 'no entry at all'),
    (links) => rewrite(links, '"line":', '"line":999', true),
    (links) => rewrite(links, '"findings"', '"nothing"', true),
    (links) => rewrite(links, 'lib/c.js', 'other/c.js', true),
  ]
  for (const damage of damages) {
    await scan(CHAIN, { folder }, ALL)
    const [links = ''] = await entries('links')
    const before = await readFile(links)
    await damage(links)
    expect(await readFile(links)).not.toEqual(before)
    expect(await scan(MOVED, { folder }, ALL)).toEqual(wanted)
    expect(await readFile(links)).toEqual(before)
  }
})

test('a cache entry is used only with a valid digest', async () => {
  await scan({ 'a.js': 'danger(1)\n' }, { folder })
  const [entry = ''] = await entries()
  await rewrite(entry, 'Calls danger', 'Calls trouble', false)
  // An entry with a wrong digest is ignored.
  expect((await scan({ 'a.js': 'danger(1)\n' }, { folder })).observations[0]?.title).toBe('Calls danger with 1.')
  expect((await stat(entry)).mode & 0o077).toBe(0)
})

test('other rules, another path and another salt are other results', async () => {
  const files = { 'a.js': 'danger(1)\n' }
  const other = {
    own: false,
    files: [{ ...RULES.files[0]!, text: RULES.files[0]!.text.replace('danger($X)', 'none()') }],
  }
  await scan(files, { folder })
  expect((await scan(files, { folder }, other)).observations).toEqual([])
  expect((await scan({ 'b.js': files['a.js'] }, { folder })).observations[0]?.filePath).toBe('b.js')
  expect(await entries()).toHaveLength(3)
  await scan(files, { folder, salt: 'another organization' })
  expect(await entries()).toHaveLength(4)
  await scan(files, { folder, salt: 'another organization' })
  expect(await entries()).toHaveLength(4)
})

test('a full cache evicts its oldest entries and is scanned only as often as needed', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.js`, `danger(${at})\n`]))
  await scan(files, { folder })
  const bytes = (await Promise.all((await entries()).map((entry) => stat(entry)))).reduce(
    (sum, { size }) => sum + size,
    0,
  )
  const place = { folder, bytes_max: bytes / 2 }
  await scan(files, place)
  expect(await entries()).toHaveLength(40)
  now_ms += 11 * 60_000
  await scan(files, place)
  expect((await entries()).length).toBeLessThan(20)
  expect((await entries()).length).toBeGreaterThan(10)
})

test('a scan without a writable cache returns the same result', async () => {
  await writeFile(join(folder, 'file'), '')
  const files = { 'a.js': 'danger(1)\n' }
  expect(await scan(files, { folder: join(folder, 'file') })).toEqual(await scan(files))
})
