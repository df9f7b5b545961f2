import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSastScanner, type PackSource } from '../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { RULES } from './rules.ts'
import { partsOf } from '../src/scan/parts.ts'

const sized = (path: string, units: number) => ({ head: { path }, units })
const pathsOf = (parts: readonly (readonly { readonly head: { readonly path: string } }[])[]) =>
  parts.map((part) => part.map(({ head }) => head.path))

test.each([
  ['what fits stays one', [sized('b/x', 4), sized('a', 4)], [['b/x', 'a']]],
  ['nothing has no parts', [], []],
  [
    'folders stay whole, and small ones together',
    [sized('a/x', 4), sized('b/y', 4), sized('b/z', 4), sized('c/x', 3), sized('d/x', 2)],
    [['a/x'], ['b/y', 'b/z'], ['c/x', 'd/x']],
  ],
  ['a folder that is too large is cut by those in it', [sized('a/b/x', 9), sized('a/c/x', 9)], [['a/b/x'], ['a/c/x']]],
  ['a file is never cut', [sized('a/x', 90), sized('b', 1)], [['a/x'], ['b']]],
  [
    'of a large folder files stay apart from other folders that have room',
    [sized('a/x', 8), sized('a/y', 8), sized('b', 1)],
    [['a/x'], ['a/y'], ['b']],
  ],
])('%s', (_title, files, expected) => {
  expect(pathsOf(partsOf(files, 10))).toEqual(expected)
})

test('each file is in one part, only a single file exceeds the size, and order does not matter', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const file = fc.record({ folders: fc.array(name, { maxLength: 4 }), units: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 40 }), (files) => {
      const all = files.map(({ folders, units }, at) => sized([...folders, `${at}`].join('/'), units))
      const parts = partsOf(all, 20)
      expect(
        parts
          .flat()
          .map(({ head }) => head.path)
          .toSorted(),
      ).toEqual(all.map(({ head }) => head.path).toSorted())
      for (const part of parts) expect(part.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(20)
      // Facts that fit in one part keep their order.
      const second = parts.length > 1 ? partsOf(all.toReversed(), 20) : parts
      expect(pathsOf(second)).toEqual(pathsOf(parts))
    }),
  )
})

const FLOW = `rules:
- id: flow
  mode: taint
  message: It runs.
  severity: ERROR
  languages: [javascript]
  pattern-sources: [{pattern: req.query}]
  pattern-sinks: [{pattern: exec(...)}]
`

test('results spilled to disk equal results kept in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-aside-'))
  const rules: PackSource = { own: false, files: [...RULES.files, { path: 'flow.yaml', text: FLOW }] }
  const tree = treeOf({
    'a.js': "const { run } = require('./c.js')\n/* ünïcode 𝔘 */ run(req.query.x)\n",
    'b.js': 'danger(1)\n',
    'c.js': 'exports.run = (x) => exec(x)\n',
  })
  try {
    const apart = await runScan({ tree, scanners: [createSastScanner({ rules, aside: folder })] })
    const carried = await runScan({ tree, scanners: [createSastScanner({ rules })] })
    expect(apart).toEqual(carried)
    expect(carried.observations.map(({ ruleId }) => ruleId)).toContain('sast/flow')
    expect(await readdir(folder)).toHaveLength(1)
    // Without a writable folder, facts are carried in memory.
    const nowhere = { rules, aside: join(folder, 'not-there') }
    expect(await runScan({ tree, scanners: [createSastScanner(nowhere)] })).toEqual(carried)
  } finally {
    await rm(folder, { recursive: true })
  }
})
