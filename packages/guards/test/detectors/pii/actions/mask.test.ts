import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { mask } from '../../../../src/detectors/pii/actions/mask.ts'

test.each([
  ['566-64-4119', '***-**-4119'],
  ['4111 1111 1111 1111', '**** **** **** 1111'],
  ['jane@example.com', '****@******e.com'],
  ['+1 (213) 373-4253', '+* (***) ***-4253'],
  ['Straße 7ab', '*****e 7ab'],
  ['1234', '***4'],
  ['12', '**'],
  ['張偉', '**'],
  ['', ''],
])('%s is shown as %s', (value, shown) => {
  expect(mask(value, false)).toBe(shown)
})

test('of a secret neither length nor separators are shown', () => {
  expect(mask('sk-live-0123456789abcdef', true)).toBe('********cdef')
  expect(mask('hunter2', true)).toBe('********2')
})

test('at most four letters or digits of a value remain, and fewer of short values', () => {
  assert(
    property(string({ unit: 'binary' }), (value) => {
      const letters = (text: string) => Array.from(text).filter((char) => /[\p{L}\p{N}]/u.test(char)).length
      expect(letters(mask(value, false))).toBeLessThanOrEqual(Math.min(4, Math.max(letters(value) / 2, 0)))
    }),
  )
})
