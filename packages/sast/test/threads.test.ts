import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient_ms } from '@gatehouse/testkit'
import { createSastScanner, OWN_PACK } from '../src/index.ts'
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { openFolder, runScan, type SourceTree } from '@gatehouse/scan-engine'
import { RULES } from './rules.ts'

const FILES = 700
const MIXED = { own: true, files: RULES.files }

let root = ''
let tree: SourceTree
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-sast-'))
  await mkdir(join(root, 'out'))
  await writeFile(join(root, '.semgrepignore'), 'out/\n')
  await writeFile(join(root, 'out/a.js'), 'danger(0)')
  for (let at = 0; at < FILES; at++) {
    const code = at % 2 === 0 ? `let x = ${at}\ndanger(x)\n` : `import yaml\nyaml.unsafe_load(v${at})\ndanger(${at})\n`
    await writeFile(join(root, `f${at}.${at % 2 === 0 ? 'js' : 'py'}`), code.repeat(1 + (at % 3)))
  }
  tree = await openFolder(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test(
  'threads return the same findings in the same order as a scan in process, for all rules',
  async () => {
    const threads = createScanThreads(2)
    try {
      for (const rules of [MIXED, OWN_PACK]) {
        const here = await runScan({ tree, scanners: [createSastScanner({ rules })] })
        const there = await runScan({ tree, scanners: [threads.spread(createSastScanner({ rules }))], atOnce: 2 })
        expect(there).toEqual(here)
        expect(here.observations.length).toBeGreaterThan(FILES / 2)
        expect(here.gaps.map(({ detail }) => detail)).toEqual([expect.stringContaining('(out/a.js)')])
      }
    } finally {
      await threads.close()
    }
  },
  patient_ms(30_000),
)

test('an aborted scan ends early, and its threads serve the next', async () => {
  const threads = createScanThreads(2)
  try {
    const stop = new AbortController()
    const scanners = [threads.spread(createSastScanner({ rules: MIXED }))]
    let filesCompleted = 0
    const scan = runScan({
      tree,
      scanners,
      atOnce: 2,
      signal: stop.signal,
      onProgress: ({ SAST_PATTERN: item }) => {
        filesCompleted = item?.filesCompleted ?? 0
        if (filesCompleted === 0 || stop.signal.aborted) return
        stop.abort(new Error('paused'))
      },
    })
    await expect(scan).rejects.toThrow('paused')
    expect(filesCompleted).toBeLessThan(FILES)
    expect((await runScan({ tree, scanners, atOnce: 2 })).failed).toEqual([])
  } finally {
    await threads.close()
  }
})
