import { expect, test } from 'vitest'
import { type ImportProgress, percentOf, progressText } from '../../src/advisories/index.ts'

const download: ImportProgress = {
  phase: 'DOWNLOADING',
  source: 'osv.example.org',
  sourcesDone: 1,
  sourcesTotal: 3,
  bytes: 5_000_000,
  records: 0,
}

test.each<[ImportProgress, string]>([
  [download, '2 of 3, osv.example.org: 5.0 MB'],
  [{ ...download, sourcesTotal: 1, sourcesDone: 0 }, 'osv.example.org: 5.0 MB'],
  [{ ...download, bytesTotal: 20_000_000 }, '2 of 3, osv.example.org: 5.0 MB of 20.0 MB (25 %)'],
  [{ ...download, phase: 'IMPORTING', records: 3_000 }, '3000 records read'],
  [{ ...download, phase: 'IMPORTING', records: 3_000, recordsTotal: 9_000 }, '3000 of 9000 records read (33 %)'],
])('progress %# reads as a line', (progress, line) => {
  expect(progressText(progress)).toBe(line)
})

test.each([0, -1, 1])('a declared total of %d reports no share above 100 %', (bytesTotal) => {
  expect(percentOf({ ...download, bytesTotal }) ?? 100).toBe(100)
})
