import { expect, test } from 'vitest'
import { CARRY_UNITS_MAX, type Observation, runScan, type Scanner, type SourceTree } from '../src/index.ts'

const tree: SourceTree = {
  files: ['a', 'b', 'c'].map((path) => ({ path, size_bytes: 1 })),
  gaps: [],
  read: async () => new Uint8Array(),
  async *stream() {
    yield new Uint8Array()
  },
}

const seen = (filePath: string, word: string): Observation => ({
  scanner: 'SAST_PATTERN',
  ruleId: 'r',
  severity: 'HIGH',
  title: word,
  description: 'd',
  filePath,
  startLine: 1,
  endLine: 1,
  owasp: [],
  confidence: 1,
  identity: [filePath, word],
  metadata: {},
})

/** Creates a scanner whose shards carry their path; the final step creates one finding from all of them. */
function scanner({ carry = (path: string) => [path], isBroken = false } = {}): Scanner {
  return {
    name: 'SAST_PATTERN',
    plan: ({ files }) => files.map((file) => ({ id: file.path, files: [file] })),
    run: async ({ id }) => ({ observations: [seen(id, 'alone')], gaps: [], carry: carry(id) }),
    async finish(carries, { tree: all }) {
      if (isBroken) throw new Error('the linker gave up')
      return { observations: [seen('b', `${carries.join('+')} of ${all.files.length}`)], gaps: [] }
    },
  }
}

test.each([1, 3])('a cross-shard finding is reported once, after the shards, with concurrency %i', async (atOnce) => {
  const counts: number[] = []
  const scan = await runScan({
    tree,
    scanners: [scanner()],
    atOnce,
    onProgress: ({ SAST_PATTERN: item }) => void counts.push(item!.findingsCount),
  })
  expect(scan.observations.map(({ title }) => title)).toEqual(['alone', 'a+b+c of 3', 'alone', 'alone'])
  expect(counts.at(-1)).toBe(4)
  expect(scan.failed).toEqual([])
})

test('a failed finalization is a gap and fails its scanner; findings of the shards count', async () => {
  const scan = await runScan({ tree, scanners: [scanner({ isBroken: true })] })
  expect(scan.observations).toHaveLength(3)
  expect(scan).toMatchObject({
    failed: ['SAST_PATTERN'],
    gaps: [{ reason: 'failed', detail: 'The cross-file analysis failed: the linker gave up' }],
  })
})

test('without shards finalization does not run', async () => {
  const scan = await runScan({ tree: { ...tree, files: [] }, scanners: [scanner({ isBroken: true })] })
  expect(scan).toMatchObject({ observations: [], failed: [] })
})

test('carried data above the shard limit is dropped and reported', async () => {
  const half = 'x'.repeat(CARRY_UNITS_MAX / 2)
  const scan = await runScan({
    tree: { ...tree, files: tree.files.slice(0, 1) },
    scanners: [{ ...scanner({ carry: () => [half, half, 'y'] }), finish: sizes }],
  })
  expect(scan.observations.map(({ title }) => title)).toContain(`${half.length},${half.length}`)
  expect(scan.gaps).toMatchObject([
    { reason: 'too_large', detail: expect.stringMatching(/^1 parts? of the cross-file results/) },
  ])
})

const sizes: NonNullable<Scanner['finish']> = async (carries) => ({
  observations: [seen('b', carries.map(({ length }) => length).join())],
  gaps: [],
})
