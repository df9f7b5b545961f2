import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { createSecretsScanner } from '../src/index.ts'
import { openFolder, runScan, type SourceTree } from '@gatehouse/scan-engine'

/** Each of them is a shard of its own, large enough for a thread. */
const FILES = 6
const FILE_BYTES = 12 * 1024 * 1024

let root = ''
let tree: SourceTree
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-threads-'))
  const filler = 'the quick brown fox jumps over the lazy dog, once more and again\n'
  const long = filler.repeat(FILE_BYTES / filler.length)
  for (let at = 0; at < FILES; at++) {
    await writeFile(join(root, `log-${at}.txt`), `db_password = "hg7Tq-${at}-nVz4wLkXc"\n${long}`)
  }
  tree = await openFolder(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('a scan in threads returns the same results in the same order as in process', async () => {
  const threads = createScanThreads(2)
  try {
    const here = await runScan({ tree, scanners: [createSecretsScanner()] })
    const reported: number[] = []
    const there = await runScan({
      tree,
      scanners: [threads.spread(createSecretsScanner())],
      atOnce: 2,
      onProgress: ({ SECRETS_PATTERN: item }) => void reported.push(item!.filesCompleted),
    })
    expect(here.observations).toHaveLength(FILES)
    expect(there).toEqual(here)
    expect(reported.at(-1)).toBe(FILES)
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
  } finally {
    await threads.close()
  }
})

test('an aborted scan ends early, and its threads serve the next', async () => {
  const threads = createScanThreads(2)
  try {
    const stop = new AbortController()
    const reason = new Error('paused')
    const scanners = [threads.spread(createSecretsScanner())]
    let filesCompleted = 0
    const scan = runScan({
      tree,
      scanners,
      atOnce: 2,
      signal: stop.signal,
      onProgress: ({ SECRETS_PATTERN: item }) => {
        filesCompleted = item?.filesCompleted ?? 0
        if (filesCompleted === 0 || stop.signal.aborted) return
        stop.abort(reason)
      },
    })
    await expect(scan).rejects.toBe(reason)
    expect(filesCompleted).toBeLessThan(FILES)
    expect((await runScan({ tree, scanners, atOnce: 2 })).observations).toHaveLength(FILES)
  } finally {
    await threads.close()
  }
})

test('an unreadable file in a thread is a gap; closed threads return their shards to be reported', async () => {
  const threads = createScanThreads(1)
  const lost = { ...tree, files: tree.files.map((file) => ({ ...file, path: `gone-${file.path}` })) }
  const scan = await runScan({ tree: lost, scanners: [threads.spread(createSecretsScanner())] })
  expect(scan.gaps.map(({ reason }) => reason)).toEqual(tree.files.map(() => 'unreadable'))
  const closed = runScan({
    tree,
    scanners: [threads.spread(createSecretsScanner())],
    onProgress: ({ SECRETS_PATTERN: item }) => {
      if (item?.filesCompleted === 1) void threads.close()
    },
  })
  expect((await closed).failed).toEqual(['SECRETS_PATTERN'])
  await threads.close()
})
