import { expect, test } from 'vitest'
import { gateUnanalysed, leftEntryGaps } from '../../src/gate/index.ts'

test('entries are one gap for each folder and reason', () => {
  const link = 'Not unpacked: it is a symbolic link.'
  const gaps = leftEntryGaps([
    { path: 'bin/a.js', detail: link },
    { path: 'bin/b', detail: link },
    { path: 'bin/c.js', detail: 'Not unpacked: it is encrypted.' },
    { path: 'd.py', detail: link },
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
