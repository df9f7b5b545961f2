// How much of a tree is read and analysed to repair it.
import { expect, test } from 'vitest'
import { runScan, type SourceTree } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { type FixProgress, fixTree } from '../src/fix/fix-tree.ts'
import { OWN_PACK, type PackSource, type SastOptions } from '../src/scan/options.ts'
import { createSastScanner } from '../src/scanner.ts'

const NEVER = new AbortController().signal

const RULES: PackSource = {
  own: false,
  files: [
    {
      path: 'r.yaml',
      text: `rules:
- {id: danger, message: Calls danger., severity: ERROR, languages: [javascript], pattern: danger($X), fix: safe($X)}
- id: flow
  mode: taint
  languages: [javascript]
  severity: ERROR
  message: It gets there.
  pattern-sources: [{ pattern: source() }]
  pattern-sinks: [{ pattern: run($X) }]
  fix: guarded($X)
`,
    },
  ],
}

/** A tree that counts how often each of its files is read. */
function counting(files: Readonly<Record<string, string>>): { tree: SourceTree; reads: Map<string, number> } {
  const tree = treeOf(files)
  const reads = new Map<string, number>()
  const read: SourceTree['read'] = (path, maxBytes) => {
    reads.set(path, (reads.get(path) ?? 0) + 1)
    return tree.read(path, maxBytes)
  }
  return { tree: { ...tree, read }, reads }
}

interface Repaired {
  readonly texts: Readonly<Record<string, string>>
  readonly reads: ReadonlyMap<string, number>
  readonly progress: readonly FixProgress[]
}

async function repaired(
  files: Readonly<Record<string, string>>,
  options: Pick<SastOptions, 'rules' | 'all'>,
): Promise<Repaired> {
  const { tree, reads } = counting(files)
  const texts: Record<string, string> = {}
  const progress: FixProgress[] = []
  const onProgress = (fixProgress: FixProgress): void => void progress.push(structuredClone(fixProgress))
  for await (const { path, text } of fixTree(tree, { ...options, onProgress }, NEVER)) texts[path] = text
  return { texts, reads, progress }
}

const CLEAN = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`clean${at}.js`, `fine(${at})\n`]))

test.each([
  ['of one pack', RULES, 1],
  ['of code and of configuration', OWN_PACK, 2],
])('files without a finding are read by the scan alone, with rules %s', async (_name, rules, scans) => {
  const files = { ...CLEAN, 'a.js': 'danger(1)\neval(process.argv[2])\n' }
  const { tree, reads: once } = counting(files)
  await runScan({ tree, scanners: [createSastScanner({ rules })] })
  const { reads, progress } = await repaired(files, { rules })
  for (const path of Object.keys(CLEAN)) expect(reads.get(path)).toBeLessThanOrEqual(once.get(path)! * scans)
  expect(progress.filter(({ phase }) => phase === 'repair')).toHaveLength(
    reads.get('a.js')! > once.get('a.js')! ? 1 : 0,
  )
})

test('progress counts the files of the scan, then the files with findings', async () => {
  const { texts, progress } = await repaired(
    { ...CLEAN, 'a.js': 'danger(1)\n', 'b.js': 'run(source())\n' },
    { rules: RULES },
  )
  expect(texts).toEqual({ 'a.js': 'safe(1)\n', 'b.js': 'guarded(source())\n' })
  const scan = progress.findLast((item) => item.phase === 'scan')
  expect(scan?.board.SAST_PATTERN).toMatchObject({ filesCompleted: 42, filesTotal: 42, status: 'COMPLETED' })
  expect(progress.filter(({ phase }) => phase === 'repair')).toEqual([
    { phase: 'repair', filesCompleted: 0, filesTotal: 2 },
    { phase: 'repair', filesCompleted: 1, filesTotal: 2 },
  ])
})

test('flows into ignored files are fixed when all files are included', async () => {
  const files = { '.semgrepignore': 'out/\n', 'out/a.js': 'run(source())\n' }
  expect((await repaired(files, { rules: RULES })).texts).toEqual({})
  expect((await repaired(files, { rules: RULES, all: true })).texts).toEqual({ 'out/a.js': 'guarded(source())\n' })
})
