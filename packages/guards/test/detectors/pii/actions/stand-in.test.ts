import { assert, array, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PII_ENTITIES } from '../../../../src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../../src/detectors/pii/entity.ts'
import { hashPseudonym, isEmailToken, pseudonymFor, tokenOf } from '../../../../src/detectors/pii/actions/stand-in.ts'
import { makeViews } from '../../../../src/text/views.ts'

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

describe('the token of a card number', () => {
  test('has the length, separators and last four digits of the card, and is not a valid number', () => {
    assert(
      property(
        array(integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 19 }),
        constantFrom('', ' ', '-'),
        (numbers, separator) => {
          const digits = numbers.join('')
          const text = digits.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`)
          const { canonical, draw, dress } = pseudonymFor('CREDIT_CARD', text)
          expect(canonical).toBe(digits)
          const token = draw()
          const shown = dress(token)
          expect(shown.replaceAll(/\d/g, '#')).toBe(text.replaceAll(/\d/g, '#'))
          expect(shown.slice(-4)).toBe(text.slice(-4))
          expect(passesLuhn(token)).toBe(false)
          expect(token).toMatch(/^9/)
          expect(tokenOf(shown)).toBe(token)
        },
      ),
    )
  })

  test('is identical for one number, whatever its separators and digit width', () => {
    const written = ['4111111111111111', '4111 1111 1111 1111', '４１１１-１１１１-１１１１-１１１１']
    expect(new Set(written.map((text) => pseudonymFor('CREDIT_CARD', text).canonical)).size).toBe(1)
  })
})

describe('the token of another value', () => {
  test('of an e-mail address is an unassignable address', () => {
    const { draw, dress } = pseudonymFor('EMAIL_ADDRESS', 'Jane.Doe@example.com')
    const shown = dress(draw())
    expect(shown).toMatch(/^[a-z2-7]{26}@vault\.invalid$/)
    expect([isEmailToken(shown), isEmailToken('jane@vault.invalid'), isEmailToken(`x${shown}`)]).toEqual([
      true,
      false,
      false,
    ])
    expect(tokenOf(` ${shown.toUpperCase()} `)).toBe(shown)
  })

  test('names the type and contains 128 random bits', () => {
    const { draw, dress } = pseudonymFor('US_SSN', '566-64-4119')
    const tokens = Array.from({ length: 2_000 }, draw)
    expect(new Set(tokens).size).toBe(2_000)
    const shown = dress(tokens[0]!)
    expect(shown).toMatch(/^\[US_SSN#t-[a-z2-7]{26}\]$/)
    expect([tokenOf(shown), tokenOf(tokens[0]!)]).toEqual([tokens[0], tokens[0]])
    // Every position uses every letter: 26 characters of 5 bits, the last with 3 bits.
    for (let at = 2; at < 28; at += 1) {
      expect(new Set(tokens.map((token) => token[at])).size, `position ${at}`).toBe(at < 27 ? 32 : 8)
    }
  })

  test('tokens are not detected as personal data again, so that a conversation can be resent', () => {
    const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)
    const second: string[] = []
    for (let round = 0; round < 150; round += 1) {
      for (const type of ['US_SSN', 'PERSON', 'SECRET', 'IBAN_CODE', 'PHONE_NUMBER']) {
        const { draw, dress } = pseudonymFor(type, 'x')
        const hash = hashPseudonym(type, crypto.getRandomValues(new Uint8Array(32)))
        for (const shown of [dress(draw()), hash]) {
          const text = `Send it to ${shown}, please.`
          for (const { type: found } of detector.detect(makeViews(text))) second.push(`${found} in ${text}`)
        }
      }
    }
    expect(second).toEqual([])
  })
})
