import { entropy } from '@gatehouse/formats/credentials'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDayOfMonth, isRepeated, luhn, mod11_10, mod97, verhoeff } from '../../../src/detectors/pii/checksums.ts'
import { keccak256Hex } from '../../../src/detectors/pii/keccak.ts'
import { isE164, isNanp } from '../../../src/detectors/pii/phone-plans.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))

/** Returns the only final digit that satisfies a checksum. */
function close(body: string, accepts: (digits: string) => boolean): string[] {
  return Array.from('0123456789', (digit) => body + digit).filter(accepts)
}

describe.each([
  ['luhn', luhn, 15],
  ['verhoeff', verhoeff, 11],
  ['mod11_10', mod11_10, 10],
] as const)('%s', (_name, accepts, length) => {
  test('accepts exactly one check digit after any body', () => {
    fc.assert(
      fc.property(digits(length), (body) => {
        expect(close(body, accepts)).toHaveLength(1)
      }),
    )
  })

  test('notices every single wrong digit', () => {
    fc.assert(
      fc.property(digits(length), fc.nat(length), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
        const good = close(body, accepts)[0] as string
        const wrong = good.slice(0, at) + String((Number(good[at]) + shift) % 10) + good.slice(at + 1)
        expect(accepts(wrong)).toBe(false)
      }),
    )
  })
})

test('verhoeff notices every swap of neighbours', () => {
  fc.assert(
    fc.property(digits(11), fc.nat(10), (body, at) => {
      const good = close(body, verhoeff)[0] as string
      fc.pre(good[at] !== good[at + 1])
      expect(verhoeff(good.slice(0, at) + good[at + 1] + good[at] + good.slice(at + 2))).toBe(false)
    }),
  )
})

test('mod97 agrees with arithmetic on the whole number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{1,30}$/), (text) => {
      const number = Array.from(text, (char) => Number.parseInt(char, 36).toString()).join('')
      expect(mod97(text)).toBe(Number(BigInt(number) % 97n))
    }),
  )
})

test.each([
  ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
])('keccak-256 of %j', (text, hash) => {
  expect(keccak256Hex(text)).toBe(hash)
})

test.each([
  [2, 29, true],
  [2, 30, false],
  [4, 31, false],
  [12, 31, true],
  [0, 1, false],
  [13, 1, false],
  [1, 0, false],
])('month %d has a day %d: %s', (month, day, has) => {
  expect(isDayOfMonth(month, day)).toBe(has)
})

test.each([
  ['12133734253', true],
  ['442079460123', true],
  ['4989123456', true],
  ['351912345678', true],
  ['35191234567', false],
  ['1911234567', false],
  ['2101234567', false],
  ['1234567890123456', false],
])('E.164 %s: %s', (number, valid) => {
  expect(isE164(number)).toBe(valid)
})

test('North American numbers leave out service codes', () => {
  expect(isNanp('2125550123')).toBe(true)
  expect(isNanp('2115550123')).toBe(false)
  expect(isNanp('2129110123')).toBe(false)
  expect(isNanp('1125550123')).toBe(false)
})

test('entropy and repetition separate random from regular values', () => {
  expect(entropy('aaaaaaaa')).toBe(0)
  expect(entropy('abcdefgh')).toBe(3)
  expect(isRepeated('1111')).toBe(true)
  expect(isRepeated('1112')).toBe(false)
})
