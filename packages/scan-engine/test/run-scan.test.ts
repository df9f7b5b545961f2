import { expect, test } from 'vitest'
import { type Observation, runScan, type Scanner, type SourceTree, type TreeFile } from '../src/index.ts'

const files = ['a', 'b', 'c'].map((path): TreeFile => ({ path, size_bytes: 1 }))
const tree: SourceTree = {
  files,
  gaps: [{ scanner: 'SECRETS_PATTERN', reason: 'skipped', detail: 'a link' }],
  read: async () => new Uint8Array(),
  async *stream() {
    yield new Uint8Array()
  },
}
const seen = (filePath: string): Observation => ({
  scanner: 'SECRETS_PATTERN',
  ruleId: 'r',
  severity: 'HIGH',
  title: 't',
  description: 'd',
  filePath,
  startLine: 1,
  endLine: 1,
  owasp: [],
  confidence: 1,
  identity: [filePath],
  metadata: {},
})
/** One shard per file; `broken` throws. */
const scanner = (broken?: string): Scanner => ({
  name: 'SECRETS_PATTERN',
  plan: ({ files: all }) => all.map((file) => ({ id: file.path, files: [file] })),
  async run({ id }, { progress }) {
    if (id === broken) throw new Error('the parser gave up')
    progress(1)
    return { observations: [seen(id)], gaps: [] }
  },
})

test('all shards run in order and report progress', async () => {
  const reported: number[] = []
  const scan = await runScan({
    tree,
    scanners: [scanner()],
    onProgress: ({ SECRETS_PATTERN: item }) => void reported.push(item!.filesCompleted),
  })
  expect(scan).toMatchObject({ filesScanned: 3, failed: [] })
  expect(scan.observations.map(({ filePath }) => filePath)).toEqual(['a', 'b', 'c'])
  expect(reported.at(-1)).toBe(3)
  expect(reported).toEqual(reported.toSorted((a, b) => a - b))
})

test('a shard that fails is a gap and its scanner failed; the others count', async () => {
  const scan = await runScan({ tree, scanners: [scanner('b')] })
  expect(scan).toMatchObject({ failed: ['SECRETS_PATTERN'] })
  expect(scan.observations.map(({ filePath }) => filePath)).toEqual(['a', 'c'])
  expect(scan.gaps.map(({ reason, detail }) => [reason, detail])).toEqual([
    ['skipped', 'a link'],
    ['failed', '1 file was not scanned: the parser gave up'],
  ])
})

test('it rejects with the abort reason', async () => {
  const stop = new AbortController()
  const reason = new Error('stopped')
  const scan = runScan({ tree, scanners: [scanner()], signal: stop.signal, onProgress: () => stop.abort(reason) })
  await expect(scan).rejects.toBe(reason)
})

test('a scan without files reports a coverage gap', async () => {
  const none = { ...tree, files: [], gaps: [] }
  const idle: Scanner = { ...scanner(), plan: () => [] }
  const detailsOf = async (of: SourceTree, by: Scanner) =>
    (await runScan({ tree: of, scanners: [by] })).gaps.map(({ detail }) => detail)
  expect(await detailsOf(none, scanner())).toEqual(['No file was analyzed: the source has no files to analyze.'])
  expect(await detailsOf({ ...tree, gaps: [] }, idle)).toEqual([
    'No file was analyzed: the source has no file for SECRETS_PATTERN.',
  ])
  expect(await detailsOf({ ...tree, gaps: [] }, scanner())).toEqual([])
})
