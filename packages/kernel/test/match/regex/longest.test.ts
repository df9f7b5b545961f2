import { expect, test } from 'vitest'
import { compileRegex } from '../../../src/match/regex/regex.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['\\bTCK-\\d{4}\\b', 8],
  ['(?:ab|c)(d)?', 3],
  ['[^a]', 2],
  ['a{2,5}b*?', Number.POSITIVE_INFINITY],
  ['\\d+', Number.POSITIVE_INFINITY],
  ['(?:){3,}x', 1],
  ['(?:a+){0}', 0],
  ['foo$', Number.POSITIVE_INFINITY],
  ['^foo', Number.POSITIVE_INFINITY],
])('the longest match of %s has %s code units', (pattern, longest) => {
  expect(compileRegex(pattern).longest).toBe(longest)
})
