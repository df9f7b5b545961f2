import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileBudget, createScanThreads } from '@gatehouse/scan-engine/threads'
import { createSastScanner } from '../../src/index.ts'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { RULES } from '../rules.ts'

test('the limit applies to each file, not to the shard or the thread', () => {
  const budget = new FileBudget(100)
  // The thread has worked for other shards before.
  expect(budget.isSpent(0, 5_000)).toBe(false)
  expect(budget.isSpent(0, 5_100)).toBe(false)
  expect(budget.isSpent(1, 5_150)).toBe(false)
  expect(budget.isSpent(2, 5_900)).toBe(false)
  expect(budget.isSpent(2, 6_000)).toBe(false)
  expect(budget.isSpent(2, 6_001)).toBe(true)
})

test('a file that exceeds its processor time is a coverage gap and frees its thread for the next scan', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-budget-'))
  const threads = createScanThreads(1, { fileCpu_ms: 0, cpuCheck_ms: 1 })
  try {
    const many = Array.from(
      { length: 12_000 },
      (_, at) => `function f${at}(a, b) { return danger(a + ${at}, [b, a]) }\n`,
    )
    await writeFile(join(root, 'large.js'), many.join(''))
    const scanners = [threads.spread(createSastScanner({ rules: RULES }))]
    const tree = await openFolder(root)
    const scans = await Promise.all([runScan({ tree, scanners }), runScan({ tree, scanners })])
    for (const { failed, gaps } of scans) {
      expect(failed).toEqual([])
      expect(gaps.map(({ filePath, detail }) => [filePath, detail])).toEqual([
        [
          'large.js',
          'File not analyzed: The analysis exceeded 0 s of processor time. Split the file, or exclude it from the scan.',
        ],
      ])
    }
  } finally {
    await threads.close()
    await rm(root, { recursive: true, force: true })
  }
})
