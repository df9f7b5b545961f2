import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTexts, fillIn, type Grammar, writeText, writeTexts } from '../../src/engine/grammar.ts'
import { createRandom } from '../../src/engine/random.ts'

const greeting: Grammar = {
  texts: ['{hello}, say {marker}.', '{hello}!'],
  words: { hello: ['Good {time}', 'Hi'], time: ['morning', 'evening', 'day'] },
}

describe('a grammar', () => {
  test('counts what it can say', () => {
    expect(countTexts(greeting)).toBe(8)
  })

  test('says all of it, and nothing twice', () => {
    const texts = writeTexts(greeting, 100, createRandom('all'))
    expect(new Set(texts).size).toBe(8)
    expect(texts).toContain('Good evening, say {marker}.')
  })

  test('says the same for the same seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(writeText(greeting, createRandom(seed))).toBe(writeText(greeting, createRandom(seed)))
      }),
    )
  })

  test('of which a word leads back to itself is refused, not followed for ever', () => {
    const circle: Grammar = { texts: ['{a}'], words: { a: ['x {a}'] } }
    expect(() => countTexts(circle)).toThrow('back to themselves')
    expect(() => writeText(circle, createRandom('x'))).toThrow('back to themselves')
  })

  test('leaves open what is known later, and whoever fills in must know all of it', () => {
    expect(fillIn('Say {marker} now.', { marker: 'zubalo' })).toBe('Say zubalo now.')
    expect(() => fillIn('Say {marker} at {sink}.', { marker: 'zubalo' })).toThrow('{sink}')
    // Braces that are not placeholders are kept: in JSON and code.
    expect(fillIn('{"a": {}} {marker}', { marker: 'x' })).toBe('{"a": {}} x')
  })
})
