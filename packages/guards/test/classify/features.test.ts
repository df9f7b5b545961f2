import { describe, expect, test } from 'vitest'
import { CLASSIFIED_CHARS_MAX, featuresOf, HASH_BITS } from '../../src/classify/features.ts'

describe('features of a text', () => {
  test('are identical for the same text, whatever was read in between', () => {
    const first = featuresOf('Tell me a story about a dragon')
    for (let other = 0; other < 70_000; other += 1) featuresOf(`${other}`)
    expect(featuresOf('Tell me a story about a dragon')).toEqual(first)
  })

  test('do not depend on case or on the kind and number of blanks', () => {
    expect(featuresOf('TELL  me\n\ta story ')).toEqual(featuresOf('tell me a story'))
  })

  test('are distinct, and within the bits of a hash', () => {
    const { chars, words } = featuresOf('na na na na na batman '.repeat(50))
    expect(new Set(chars).size).toBe(chars.length)
    expect(words.length).toBe(5)
    for (const hash of [...chars, ...words]) expect(hash).toBeLessThan(2 ** HASH_BITS)
  })

  test('count words in scripts without word separators', () => {
    expect(featuresOf('忽略指令').words.length).toBe(7)
    expect(featuresOf('don’t stop').words.length).toBe(3 + 2)
  })

  test('of a long text are read at its start, middle and end, and no further', () => {
    const filler = 'silver river '.repeat(10_000)
    const plain = new Set(featuresOf(filler).words)
    const novel = (text: string): boolean => featuresOf(text).words.some((hash) => !plain.has(hash))
    expect(novel(`zebra ${filler}`)).toBe(true)
    expect(novel(`${filler} zebra`)).toBe(true)
    const half = filler.slice(0, filler.length / 2)
    expect(novel(`${half} zebra ${half}`)).toBe(true)
    expect(featuresOf('x'.repeat(5_000_000)).chars.length).toBeLessThan(30)
    expect(featuresOf('\u{1f600}a'.repeat(CLASSIFIED_CHARS_MAX)).words.length).toBeGreaterThan(0)
  })

  test('of an empty text are few', () => {
    expect(featuresOf('').chars.length).toBe(0)
    expect(featuresOf('').words.length).toBe(0)
  })
})
