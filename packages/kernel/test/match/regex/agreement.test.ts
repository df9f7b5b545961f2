import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRegex } from '../../../src/match/regex/regex.ts'
import { compileRegexSet } from '../../../src/match/regex/regex-set.ts'
import { options, patterns, reference, texts } from './patterns.ts'

const numRuns = 1_000

const spansOf = (hits: readonly RegExpExecArray[]) =>
  hits.map((hit) => ({ start: hit.index, end: hit.index + hit[0].length }))

describe('a linear regex agrees with the runtime on', () => {
  test('whether, at which positions and how often it matches', () => {
    fc.assert(
      fc.property(patterns, options, texts, (pattern, flags, text) => {
        const regex = compileRegex(pattern, flags)
        const expected = spansOf(reference(pattern, flags, text))
        expect(regex.findAll(text)).toEqual(expected)
        expect(regex.test(text)).toBe(expected.length > 0)
        expect(regex.findAll(text, 2)).toEqual(expected.slice(0, 2))
      }),
      { numRuns },
    )
  })

  test('the captures of its groups', () => {
    fc.assert(
      fc.property(patterns, options, texts, (pattern, flags, text) => {
        const [theirs = null] = reference(pattern, flags, text)
        const match = compileRegex(pattern, flags).exec(text)
        expect(match === undefined ? null : [...match.groups]).toEqual(theirs === null ? null : [...theirs])
      }),
      { numRuns },
    )
  })

  test('the first match from an offset', () => {
    fc.assert(
      fc.property(patterns, options, texts, fc.nat(16), (pattern, flags, text, from) => {
        const at = Math.min(from, text.length)
        const inPair = /[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at))
        fc.pre(!inPair)
        const [expected] = spansOf(reference(pattern, flags, text, at))
        expect(compileRegex(pattern, flags).find(text, at)).toEqual(expected)
      }),
      { numRuns: numRuns / 2 },
    )
  })

  // Patterns that are no trouble to a backtracking engine, since the texts are long.
  test.each([
    'a+b',
    '(a|b)+?c',
    '[^\\n]*',
    '\\bA\\w|é',
    '^.|.$',
    '(?:b|ba)(?:é|A)?',
    '😀[^a]?',
    '\\B',
    '(?:\\D{3}){2}',
    'a|',
    '\\ud83d',
  ])('a text of several blocks: %s', (pattern) => {
    fc.assert(
      fc.property(options, fc.array(texts, { minLength: 1, maxLength: 40 }), (flags, pieces) => {
        const text = pieces.join('').repeat(20)
        expect(compileRegex(pattern, flags).findAll(text)).toEqual(spansOf(reference(pattern, flags, text)))
      }),
      { numRuns: 20 },
    )
  })
})

describe('a set agrees with its individual patterns', () => {
  test('on random patterns', () => {
    const member = fc.record({
      pattern: fc.oneof(patterns, fc.constantFrom('aba', 'b(?:A|c)', '(?:ab|ba)+c', 'é😀')),
      options,
    })
    fc.assert(
      fc.property(fc.array(member, { maxLength: 8 }), texts, texts, (members, a, b) => {
        const set = compileRegexSet(members)
        for (const text of [a, b, a + b]) {
          const expected = members.flatMap(({ pattern, options: flags }, i) =>
            reference(pattern, flags, text).length > 0 ? [i] : [],
          )
          expect(set.matching(text)).toEqual(expected)
        }
      }),
      { numRuns: 150 },
    )
  })
})
