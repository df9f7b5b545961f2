import { expect, test } from 'vitest'
import { parseComparison, type Value } from '../src/search/comparison.ts'

const CODE: Readonly<Record<string, string>> = { $NAME: 'limit', $N: '1024', $S: '"ab12"', $D: '"2001-02-03"' }
const VALUES: Readonly<Record<string, Value>> = { $N: 1024, $S: 'ab12', $D: '2001-02-03' }

const value = (text: string): Value | undefined =>
  parseComparison(text)?.({ valueOf: (name) => VALUES[name], codeOf: (name) => CODE[name] })

test.each<readonly [string, Value | undefined]>([
  ['$N == 0x400', true],
  ['$N == 0o2000 and $N < 2e3', true],
  ['0 < $N < 1024', false],
  ['0 < $N <= 1024 <= 2000', true],
  ['$N in [1, 1024]', true],
  ['$N not in [1, 2]', true],
  ['"b1" in $S', true],
  ['not $N > 2000', true],
  ['$N // 1000 + $N % 1000', 25],
  ['-$N + 1', -1023],
  ['int("0x10") == 16', true],
  ['int(" -7 ")', -7],
  ['str($N) == "1024"', true],
  ['str($NAME) == "limit"', true],
  ['$NAME == "limit"', undefined],
  ['$NAME == "limit" or $N == 1024', true],
  ['$NAME == "limit" and $N == 1', false],
  ['len($S) == 4', true],
  ['re.match("[a-z]+\\d", $S)', true],
  ["re.match('b', $S)", false],
  ['re.match("lim(?!b)", str($NAME))', true],
  ['strptime($D) < today()', true],
  ['strptime("2001-02-03")', 981_158_400],
  ['strptime("3rd of May")', undefined],
  ['$N & 0o1777 == 0', true],
  ['($N | 1) - 1 == $N', true],
  ['$N ^ $N', 0],
  ['1 << 4 | 1', 17],
  ['1 + 1 << 2', 8],
  ['$N >> 3', 128],
  ['~$N', -1025],
  ['~(-1)', 0],
  ['$N & 0.5', undefined],
  ['1 << -1', undefined],
  ['1 << 60', undefined],
  ['2 ** 10 == $N', true],
  ['"it\\"s" == "it\\"s"', true],
])('%s', (text, expected) => {
  expect(value(text)).toBe(expected)
})

test.each([
  '$N ?? 1',
  '$N ==',
  'eval($N)',
  'constructor($N)',
  're.match($S, "a")',
  're.match("(", $S)',
  're.match("a", $S, re.I)',
  '($N',
  '[1, 2',
  '$N $N',
])('is not understood: %s', (text) => {
  expect(parseComparison(text)).toBeUndefined()
})
