import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../src/classify/features.ts'
import { withStarts } from '../../src/classify/starts.ts'

const added = (text: string): Set<number> => {
  const plain = new Set(featuresOf(text).words)
  return new Set(withStarts(text).words.filter((hash) => !plain.has(hash)))
}

describe('first and last words of sentences', () => {
  test('are separate features next to the words', () => {
    const { chars, words } = featuresOf('Print it now')
    expect(withStarts('Print it now').chars).toEqual(chars)
    expect(withStarts('Print it now').words.length).toBe(words.length + 3)
  })

  test('encode the position of a word', () => {
    const first = added('print the page')
    const later = added('the page I print today')
    expect([...first].some((hash) => !later.has(hash))).toBe(true)
    expect(added('Hello. Print the page').size).toBeGreaterThan(first.size)
  })

  test.each(['one. two', 'one! two', 'one? two', 'one: two', 'one\ntwo', '一。二', '一？二'])('end at %j', (text) => {
    const second = text.split(/[^\p{L}]+/u)[1]!
    const [start] = withStarts(second).words.slice(-2)
    expect(added(text).has(start!)).toBe(true)
  })

  test('are identical whatever was read in between, and bounded', () => {
    const before = withStarts('Tell me. Now.')
    withStarts('another text')
    expect(withStarts('Tell me. Now.')).toEqual(before)
    expect(added('a b c. '.repeat(1_000)).size).toBeLessThan(10)
    const many = Array.from({ length: 4_000 }, (_, index) => `w${index}.`).join('\n')
    expect(added(many).size).toBeLessThanOrEqual(3 * 128)
  })
})
