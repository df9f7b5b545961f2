import { expect, test } from 'vitest'
import { gateUnanalysed, leftEntryGaps } from '../../src/gate/index.ts'

test('entries are grouped into one gap per folder and reason', () => {
  const link = 'Not unpacked: it is a symbolic link.'
  const gaps = leftEntryGaps([
    { path: 'bin/a.js', detail: link, isLink: true },
    { path: 'bin/b', detail: link, isLink: true },
    { path: 'bin/c.js', detail: 'Not unpacked: it is encrypted.' },
    { path: 'd.py', detail: link, isLink: true },
  ])
  expect(gaps.map(({ filePath, detail }) => [filePath, detail])).toEqual([
    ['bin/', `2 entries (a.js, b): ${link}`],
    ['bin/c.js', 'Not unpacked: it is encrypted.'],
    ['d.py', link],
  ])
  const twice = 'Not unpacked: the archive contains several entries with this name; only the last one is scanned.'
  expect(gateUnanalysed(leftEntryGaps([{ path: 'a.js', detail: twice }]), false).files).toBe(1)
  // A link hides no code of the source; an encrypted entry does.
  expect(gateUnanalysed(gaps, false)).toEqual({ files: 1, examples: ['bin/c.js'] })
})

test('an entry counts as a link by its type, not by the words of its detail', () => {
  const named = { path: 'link.js', detail: 'Not unpacked: a file and a folder have the same name as a link.' }
  expect(gateUnanalysed(leftEntryGaps([named]), false).files).toBe(1)
  expect(gateUnanalysed(leftEntryGaps([{ path: 'a.js', detail: 'Skipped.', isLink: true }]), false).files).toBe(0)
})
