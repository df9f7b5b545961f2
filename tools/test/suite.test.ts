import { matchesGlob, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../lib/tree.ts'
import { addCounts, countsLine, failureLines, replaceFiles, skipConditions, skipLines } from '../suite/outcome.ts'
import { readTestSet, SERVICE, SLOW, SMOKE, UNIT } from '../suite/tiers.ts'

const TEST_FILES = listFiles(join(import.meta.dirname, '../..')).filter((path) => path.endsWith('.test.ts'))

function isIn(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern))
}

describe('tiers', () => {
  test('contain every test file exactly one time', () => {
    const tiersOf = (path: string): string[] => [
      ...(isIn(SLOW, path) ? ['slow'] : isIn(UNIT, path) ? ['unit'] : []),
      ...(!isIn(SLOW, path) && isIn(SERVICE, path) ? ['service'] : []),
    ]
    expect(TEST_FILES.length).toBeGreaterThan(800)
    expect(TEST_FILES.filter((path) => tiersOf(path).length !== 1)).toEqual([])
  })

  test('name smoke tests that exist and are slow', () => {
    expect(SMOKE.filter((path) => !TEST_FILES.includes(path) || !isIn(SLOW, path))).toEqual([])
  })

  test('have no pattern without a file, but for the naming conventions', () => {
    const conventions = SLOW.slice(0, 2)
    expect(
      SLOW.filter((item) => !conventions.includes(item) && !TEST_FILES.some((path) => isIn([item], path))),
    ).toEqual([])
  })

  test('reject an unknown test set', () => {
    expect(readTestSet(undefined)).toBe('all')
    expect(() => readTestSet('some')).toThrow('GATEHOUSE_TEST_SET is "some"; allowed: quick, slow, all')
  })
})

describe('outcomes of test files', () => {
  const skipping = {
    file: 'b.test.ts',
    passed: 2,
    failed: 0,
    skipped: 3,
    failures: [],
    skips: [{ count: 3, reason: 'svn is missing' }],
  }
  const failing = {
    file: 'a.test.ts',
    passed: 5,
    failed: 1,
    skipped: 1,
    skips: [{ count: 1, reason: 'no browser' }],
    failures: [{ test: 'adds', error: 'expected 1 to be 2' }],
  }

  test('add up', () => {
    expect(countsLine(addCounts([skipping, failing]))).toBe('7 passed, 1 failed, 4 skipped')
    expect(countsLine(addCounts([]))).toBe('0 passed, 0 failed, 0 skipped')
  })

  test('list skipped tests with their reasons, sorted by file', () => {
    expect(skipLines([skipping, failing])).toEqual([
      'Skipped tests: 4',
      '     1  a.test.ts: no browser',
      '     3  b.test.ts: svn is missing',
    ])
    expect(skipLines([])).toEqual([])
  })

  test('list failures', () => {
    expect(failureLines([skipping, failing], 'FAILED')).toEqual(['FAILED a.test.ts > adds: expected 1 to be 2'])
    const unloaded = { ...failing, failures: [{ test: '', error: 'Unexpected token' }] }
    expect(failureLines([unloaded], 'UNSTABLE')).toEqual(['UNSTABLE a.test.ts: Unexpected token'])
  })

  test('of a second run replace outcomes of the first run', () => {
    const passing = { ...failing, passed: 6, failed: 0, failures: [] }
    expect(replaceFiles([failing, skipping], [passing])).toEqual([skipping, passing])
  })
})

test.each([
  ["describe.skipIf(!hasPrograms('git', ...more))('a', () => {})", ["needs 'git', ...more on PATH"]],
  ['test.skipIf(!HAS_SVN)', ['needs the program SVN']],
  ['test.skipIf(target.absent !== undefined)', [expect.stringContaining('TEST_DATABASE_URL')]],
  ['test.skipIf(isOdd(1))', ['skipped if isOdd(1)']],
  ['test.runIf(isLinux).each([])\ntest.runIf(isLinux)', ['runs only if isLinux']],
  ['skip()', []],
])('the conditions of %s', (source, conditions) => {
  expect(skipConditions(source)).toEqual(conditions)
})
