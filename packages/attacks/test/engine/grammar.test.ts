import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTexts, fillIn, type Grammar, writeText, writeTexts } from '../../src/engine/grammar.ts'
import { createRandom } from '../../src/engine/random.ts'

const greeting: Grammar = {
  texts: ['{hello}, say {marker}.', '{hello}!'],
  words: { hello: ['Good {time}', 'Hi'], time: ['morning', 'evening', 'day'] },
}

describe('a grammar', () => {
  test('counts its texts', () => {
    expect(countTexts(greeting)).toBe(8)
  })

  test('generates all texts without duplicates', () => {
    const texts = writeTexts(greeting, 100, createRandom('all'))
    expect(new Set(texts).size).toBe(8)
    expect(texts).toContain('Good evening, say {marker}.')
  })

  test('is deterministic for a seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(writeText(greeting, createRandom(seed))).toBe(writeText(greeting, createRandom(seed)))
      }),
    )
  })

  test('with a cyclic word is rejected', () => {
    const circle: Grammar = { texts: ['{a}'], words: { a: ['x {a}'] } }
    expect(() => countTexts(circle)).toThrow('back to themselves')
    expect(() => writeText(circle, createRandom('x'))).toThrow('back to themselves')
  })

  test('keeps late placeholders, and filling in requires all values', () => {
    expect(fillIn('Say {marker} now.', { marker: 'zubalo' })).toBe('Say zubalo now.')
    expect(() => fillIn('Say {marker} at {sink}.', { marker: 'zubalo' })).toThrow('{sink}')
    // Braces that are not placeholders are kept: in JSON and code.
    expect(fillIn('{"a": {}} {marker}', { marker: 'x' })).toBe('{"a": {}} x')
  })
})
