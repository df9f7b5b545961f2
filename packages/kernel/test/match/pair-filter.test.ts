import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildAutomaton } from '../../src/match/aho-corasick.ts'
import { CHUNK_UNITS } from '../../src/match/pair-filter.ts'

type Hit = [pattern: number, end: number]

function hits(patterns: readonly string[], text: string, ignoreCase = false): Hit[] {
  const found: Hit[] = []
  buildAutomaton(patterns, { ignoreCase }).scan(text, (pattern, end) => {
    found.push([pattern, end])
  })
  return found
}

/** Returns every occurrence of every pattern, by end, longest first, then in the given order; lower case represents folding. */
function reference(patterns: readonly string[], text: string, ignoreCase: boolean): Hit[] {
  const fold = (s: string) => (ignoreCase ? s.toLowerCase() : s)
  const found: Hit[] = []
  for (const [i, pattern] of patterns.entries()) {
    for (let at = fold(text).indexOf(fold(pattern)); at !== -1; at = fold(text).indexOf(fold(pattern), at + 1)) {
      found.push([i, at + pattern.length])
    }
  }
  const length = (hit: Hit) => patterns[hit[0]]!.length
  return found.sort((a, b) => a[1] - b[1] || length(b) - length(a) || a[0] - b[0])
}

describe('a filtered automaton agrees with a search pattern by pattern', () => {
  const word = (chars: readonly string[]) => fc.string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: 8 })

  test.each([
    ['letters', ['a', 'b', 'B', 'c'], ['a', 'b', 'c', 'd', 'A', 'B']],
    ['signs', ['a', '<', '"', '\0', '1'], ['a', 'b', '<', '"', '\0', '1', ' ', '~']],
    ['letters beyond ASCII', ['a', 'b', 'é', '\u4e00'], ['a', 'b', 'c', 'é', '\u4e00']],
  ] as const)('on %s', (_title, inPatterns, inTexts) => {
    const gap = fc.constantFrom('', 'x', 'xyz', 'x'.repeat(40), 'xy z'.repeat(16))
    const text = fc.array(fc.tuple(gap, fc.string({ unit: fc.constantFrom(...inTexts), maxLength: 12 })), {
      minLength: 3,
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.array(word(inPatterns), { maxLength: 10 }), text, fc.boolean(), (patterns, parts, ignoreCase) => {
        const whole = `${'-'.repeat(96)}${parts.flat().join('')}`
        const expected = reference(patterns, whole, ignoreCase)
        expect(hits(patterns, whole, ignoreCase)).toEqual(expected)
        const seen = new Set(expected.map(([pattern]) => pattern))
        const present = buildAutomaton(patterns, { ignoreCase }).present(whole)
        expect([...present]).toEqual(patterns.map((_, i) => Number(seen.has(i))))
      }),
      { numRuns: 400 },
    )
  })

  test('wherever a pattern lies across the border of two chunks, ASCII or not', () => {
    const patterns = ['q', 'qr', 'qrs', 'qrst', 'qrstu', 'qrstuvwxyz']
    const automaton = buildAutomaton(patterns)
    for (const [left, right] of [
      ['a', 'b'],
      ['é', 'b'],
      ['a', 'é'],
    ] as const) {
      for (let start = CHUNK_UNITS - 12; start <= CHUNK_UNITS + 3; start++) {
        const text = `${left.repeat(start)}qrstuvwxyz${right.repeat(CHUNK_UNITS)}`
        const found: Hit[] = []
        automaton.scan(text, (pattern, end) => {
          found.push([pattern, end])
        })
        expect(found).toEqual(patterns.map((pattern, i) => [i, start + pattern.length]))
      }
    }
  })

  test('when every position is a hit, and the filter has no effect', () => {
    const text = 'ab'.repeat(3 * CHUNK_UNITS)
    expect(hits(['ab', 'ba', 'bab'], text)).toEqual(reference(['ab', 'ba', 'bab'], text, false))
  })
})

test('a nested scan does not affect the outer scan', () => {
  const inner = buildAutomaton(['needle'])
  const text = `${'hay '.repeat(50)}needle ${'hay '.repeat(50)}needle`
  const ends: number[] = []
  let within = 0
  buildAutomaton(['needle']).scan(text, (_pattern, end) => {
    ends.push(end)
    inner.scan('needle '.repeat(20), () => void within++)
  })
  expect(ends).toEqual([206, 413])
  expect(within).toBe(40)
})

test('a callback that stops a long scan is not called again', () => {
  let calls = 0
  buildAutomaton(['needle']).scan(`${'hay '.repeat(50)}needle `.repeat(100), () => ++calls < 3)
  expect(calls).toBe(3)
})
