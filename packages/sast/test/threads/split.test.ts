import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScanContext, type Shard, type ShardResult, openFolder, runScan } from '@gatehouse/scan-engine'
import { ThreadLost, LOST_MAX, runSplit, createScanThreads } from '@gatehouse/scan-engine/threads'
import { createSastScanner, type PackSource } from '../../src/index.ts'

const shardOf = (count: number): Shard => ({
  id: 'sast-0',
  files: Array.from({ length: count }, (_, at) => ({ path: `f${at}.js`, size_bytes: 1 })),
})

interface Ran {
  readonly result: ShardResult
  readonly done: readonly string[]
  readonly left: readonly (string | undefined)[]
  readonly runs: number
  readonly filesRun: number
  readonly progress: number
}

/** Runs a shard in which some files terminate their thread. @param doneBefore how many files are done when the thread is lost */
async function ran(count: number, bad: readonly number[], doneBefore?: (at: number) => number): Promise<Ran> {
  let [runs, filesRun, progress] = [0, 0, 0]
  const context: Omit<ScanContext, 'tree'> = {
    clock: { now: () => 0 },
    signal: new AbortController().signal,
    progress: (more) => void (progress += more),
  }
  const result = await runSplit('SAST_PATTERN', shardOf(count), context, (part, own) => {
    runs += 1
    const at = part.files.findIndex(({ path }) => bad.includes(Number(/\d+/.exec(path)![0])))
    filesRun += at === -1 ? part.files.length : at + 1
    own.progress(at === -1 ? part.files.length : at)
    if (at !== -1) return Promise.reject(new ThreadLost('It was lost.', doneBefore?.(at) ?? at))
    return Promise.resolve({ observations: [], gaps: [], carry: part.files.map(({ path }) => path) })
  })
  const left = result.gaps.map(({ filePath }) => filePath)
  return { result, done: result.carry ?? [], left, runs, filesRun, progress }
}

describe('a shard that loses its thread', () => {
  test('leaves out the file that was analysed then, and runs no file more than twice', async () => {
    const { done, left, runs, filesRun, progress, result } = await ran(100, [60])
    expect(left).toEqual(['f60.js'])
    expect(done).toEqual(shardOf(100).files.flatMap(({ path }) => (path === 'f60.js' ? [] : [path])))
    expect(runs).toBe(4)
    expect(filesRun).toBe(61 + 60 + 1 + 39)
    expect(progress).toBe(100)
    expect(result.gaps[0]).toMatchObject({
      reason: 'failed',
      detail: 'File not analyzed: It was lost. Split the file, or exclude it from the scan.',
      unanalysed: [{ path: 'f60.js', language: 'javascript', cause: 'failed', extent: 'file' }],
    })
  })

  test('leaves out each of several files', async () => {
    const { done, left } = await ran(40, [0, 7, 8, 39])
    expect(left).toEqual(['f0.js', 'f7.js', 'f8.js', 'f39.js'])
    expect(done).toHaveLength(36)
  })

  test('is split in halves when its file count does not identify the file', async () => {
    for (const wrong of [() => 0, () => 99, () => 1_000]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { done, left } = await ran(16, [5], wrong)
      expect(left).toEqual(['f5.js'])
      expect(done).toHaveLength(15)
    }
  })

  test('costs a bounded number of threads: its other files are listed', async () => {
    const { done, left, runs } = await ran(
      200,
      shardOf(200).files.map((_, at) => at),
    )
    expect(runs).toBeLessThanOrEqual(200)
    expect(new Set([...done, ...left])).toEqual(new Set(shardOf(200).files.map(({ path }) => path)))
    expect(done.length + left.length).toBe(200)
    expect(left.length).toBeGreaterThan(LOST_MAX)
  })

  test('is not retried after another failure', async () => {
    let runs = 0
    const context = { clock: { now: () => 0 }, signal: new AbortController().signal, progress: () => undefined }
    const failing = runSplit('SAST_PATTERN', shardOf(4), context, () => {
      runs += 1
      return Promise.reject(new Error('The scan was ended.'))
    })
    await expect(failing).rejects.toThrow('The scan was ended.')
    expect(runs).toBe(1)
  })
})

const RULES: PackSource = {
  own: false,
  files: [
    {
      path: 'r.yaml',
      text: `rules:
  - {id: found, languages: [javascript], severity: ERROR, message: found, pattern: danger(...)}
  - id: flow
    languages: [javascript]
    severity: ERROR
    message: flow
    mode: taint
    pattern-sources: [{pattern: source()}]
    pattern-sinks: [{pattern: sink(...)}]
`,
    },
  ],
}
/** Enough for the small files, and far too little for the large one. */
const HEAP_MB = 48

describe('a thread that runs out of memory', () => {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'gatehouse-split-'))
    const code = 'danger(1)\nsink(source())\n'
    for (const name of ['a', 'b', 'y', 'z']) await writeFile(join(root, `${name}.js`), code)
    const many = Array.from({ length: 12_000 }, (_, at) => `function f${at}(a, b) { return g(a + ${at}, [b, a]) }\n`)
    await writeFile(join(root, 'large.js'), many.join('') + code)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('loses only the one file', async () => {
    const threads = createScanThreads(1, { heap_mb: HEAP_MB })
    try {
      const scan = await runScan({
        tree: await openFolder(root),
        scanners: [threads.spread(createSastScanner({ rules: RULES }))],
      })
      expect(scan.failed).toEqual([])
      expect(scan.gaps).toEqual([
        {
          scanner: 'SAST_PATTERN',
          reason: 'failed',
          filePath: 'large.js',
          detail: `File not analyzed: The analysis exceeded ${HEAP_MB} MB of memory. Split the file, or exclude it from the scan.`,
          unanalysed: [{ path: 'large.js', language: 'javascript', cause: 'failed', extent: 'file' }],
        },
      ])
      const found = scan.observations.map(({ filePath, ruleId }) => `${filePath} ${ruleId}`)
      expect(found).toEqual(['a', 'b', 'y', 'z'].flatMap((name) => [`${name}.js sast/found`, `${name}.js sast/flow`]))
    } finally {
      await threads.close()
    }
  })
})
