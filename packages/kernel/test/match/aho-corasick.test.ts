import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import { AUTOMATON_BYTES_MAX, buildAutomaton } from '../../src/match/aho-corasick.ts'
import { foldText } from '../../src/match/fold.ts'

type Hit = [pattern: number, end: number]

function hits(patterns: readonly string[], text: string, ignoreCase = false): Hit[] {
  const found: Hit[] = []
  buildAutomaton(patterns, { ignoreCase }).scan(text, (pattern, end) => {
    found.push([pattern, end])
  })
  return found
}

/** Slow reference for `scan`: matches by end, longest first, then in the given order. */
function reference(patterns: readonly string[], text: string, ignoreCase: boolean): Hit[] {
  const fold = (s: string) => (ignoreCase ? foldText(s) : s)
  const found: Hit[] = []
  for (const [i, pattern] of patterns.entries()) {
    for (let at = fold(text).indexOf(fold(pattern)); at !== -1; at = fold(text).indexOf(fold(pattern), at + 1)) {
      found.push([i, at + pattern.length])
    }
  }
  const length = (hit: Hit) => (patterns[hit[0]] as string).length
  return found.sort((a, b) => a[1] - b[1] || length(b) - length(a) || a[0] - b[0])
}

describe('an automaton', () => {
  test.each([
    [
      'overlapping patterns',
      ['he', 'she', 'his', 'hers'],
      'ushers',
      [
        [1, 4],
        [0, 4],
        [3, 6],
      ],
    ],
    [
      'a pattern within itself',
      ['aa'],
      'aaaa',
      [
        [0, 2],
        [0, 3],
        [0, 4],
      ],
    ],
    [
      'duplicates, each under its own index',
      ['x', 'y', 'x'],
      'xy',
      [
        [0, 1],
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'words of other scripts',
      ['запрет', '禁止', '🔥x'],
      'это запрет 禁止 🔥x',
      [
        [0, 10],
        [1, 13],
        [2, 17],
      ],
    ],
    ['nothing without patterns', [], 'text', []],
  ] as [string, string[], string, Hit[]][])('finds %s', (_title, patterns, text, expected) => {
    expect(hits(patterns, text)).toEqual(expected)
  })

  test.each([
    ['ASCII', 'BlockMe', 'please bLOCKmE', 14],
    ['the Kelvin sign as k', 'ok', 'o\u212a', 2],
    ['all three sigmas', 'ΣΑΣ', 'σας', 3],
    ['a pair of surrogates', '\u{10400}', 'x\u{10428}', 3],
    ['what would change its length as it is', 'straße', 'STRAẞE', 6],
  ])('folds %s without moving an offset', (_title, pattern, text, end) => {
    expect(hits([pattern], text, true)).toEqual([[0, end]])
    expect(hits([pattern], text, false)).toEqual([])
  })

  test('stops when the callback returns false', () => {
    let calls = 0
    buildAutomaton(['a']).scan('aaaa', () => ++calls < 2)
    expect(calls).toBe(2)
  })

  test('refuses an empty pattern and tables over the bound', () => {
    expect(() => buildAutomaton(['a', ''])).toThrow(new Failure('invalid_request', 'Pattern 2 of 2 is empty.'))
    const wide = Array.from({ length: 64 }, (_, i) => String.fromCharCode(0x40 + i).repeat(2_000 * 10))
    expect(() => buildAutomaton(wide)).toThrow(/the limit is 67108864/)
  })

  test('stores 5,000 Chinese words in a table far below the bound', () => {
    const words = Array.from({ length: 5_000 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7_919) % 20_000), 0x4e00 + ((i * 104_729) % 20_000), 0x4e00 + (i % 3_000)),
    )
    const automaton = buildAutomaton(words)
    expect(automaton.tableBytes).toBeLessThan(AUTOMATON_BYTES_MAX)
    const text = `前${words[4_321]}後`
    expect([...automaton.present(text)].flatMap((seen, i) => (seen ? [i] : []))).toEqual([4_321])
  })
})

describe('an automaton agrees with a search pattern by pattern', () => {
  const letters = fc.constantFrom(
    'a',
    'b',
    'A',
    'B',
    'é',
    'É',
    'σ',
    'ς',
    'Σ',
    'K',
    '\u212a',
    '😀',
    '\u{10400}',
    '\u{10428}',
    '\ud83d',
  )
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 })

  test.each([false, true])('ignoreCase %s', (ignoreCase) => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.string({ unit: letters, maxLength: 60 }), (patterns, text) => {
        expect(hits(patterns, text, ignoreCase)).toEqual(reference(patterns, text, ignoreCase))
        const seen = new Set(reference(patterns, text, ignoreCase).map(([pattern]) => pattern))
        const present = buildAutomaton(patterns, { ignoreCase }).present(text)
        expect([...present]).toEqual(patterns.map((_, i) => Number(seen.has(i))))
      }),
      { numRuns: 200 },
    )
  })

  test('with an alphabet too large for one symbol per unit', () => {
    const wide = fc.string({
      unit: fc.integer({ min: 0x4e00, max: 0x4e20 }).map((c) => String.fromCharCode(c)),
      minLength: 1,
      maxLength: 3,
    })
    const filler = Array.from({ length: 300 }, (_, i) => String.fromCharCode(0x4e00 + i))
    fc.assert(
      fc.property(fc.array(wide, { maxLength: 8 }), wide, wide, (patterns, a, b) => {
        const all = [...filler, ...patterns]
        expect(hits(all, a + b)).toEqual(reference(all, a + b, false))
      }),
    )
  })
})
