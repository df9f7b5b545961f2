import { expect, test } from 'vitest'
import { cookiePairs, isOverTls, soleCookie } from '../src/index.ts'

test.each([
  ['a=1; b=2', '2'],
  ['b=2=3', '2=3'],
  [' b=2 ', '2'],
  ['b=1; b=2', undefined],
  ['xb=1', undefined],
  ['b=', undefined],
  [`b=${'x'.repeat(5_000)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('of %j the cookie b is %j', (header, value) => {
  expect(soleCookie(header, 'b')).toBe(value)
})

test('pairs with the same name preserve their text', () => {
  expect(cookiePairs('a=1; b=2;a=3', 'a')).toEqual(['a=1', 'a=3'])
})

test.each([
  [{}, false],
  [{ 'x-forwarded-proto': 'http' }, false],
  [{ 'x-forwarded-proto': ['https'] }, false],
  [{ 'x-forwarded-proto': 'https' }, true],
])('%j is over TLS: %j', (headers, expected) => {
  expect(isOverTls(headers)).toBe(expected)
})
