import { expect, test } from 'vitest'
import { attributedGaps, sourceGap } from '../../src/gate/index.ts'
import type { CoverageGap } from '../../src/index.ts'

test('a gap of the source is reported under a scanner that runs', () => {
  const link = sourceGap('skipped', 'It is a symbolic link.', 'a.js')
  const own: CoverageGap = { scanner: 'IAC', reason: 'unparsed', filePath: 'b.tf', detail: 'It is no HCL.' }
  expect(attributedGaps([link, own], ['SAST_PATTERN', 'IAC'])).toEqual([{ ...link, scanner: 'SAST_PATTERN' }, own])
  expect(attributedGaps([link], [])).toEqual([link])
})
