import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipSpans, mergeSpans, redact } from '../../src/engine/redact.ts'

const span = (start: number, end: number, label = 'X') => ({ start, end, label })

describe('redact', () => {
  test.each([
    ['one span', 'my cat sits', [span(3, 6, 'PET')], 'my [PET] sits'],
    ['two apart', 'a b c', [span(4, 5), span(0, 1)], '[X] b [X]'],
    ['overlapping ones unite under the longest label', 'abcdefgh', [span(0, 3, 'SHORT'), span(2, 8, 'LONG')], '[LONG]'],
    ['one inside another', 'abcdef', [span(0, 6, 'OUT'), span(2, 3, 'IN')], '[OUT]'],
    ['an empty span changes nothing', 'abc', [span(1, 1)], 'abc'],
  ])('%s', (_says, text, spans, expected) => {
    expect(redact(text, spans)).toBe(expected)
  })

  test('never leaves a character that a span covered, and keeps every other', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => span(Math.min(a, b), Math.max(a, b))))
    fc.assert(
      fc.property(spans, (given) => {
        // Every position holds its own character, so that a survivor can be named.
        const text = Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
        const inside = (at: number) => given.some(({ start, end }) => at >= start && at < end)
        const kept = Array.from(text)
          .filter((_, at) => !inside(at))
          .join('')
        expect(
          redact(
            text,
            given.map((one) => ({ ...one, end: Math.min(one.end, 60) })),
          ).replaceAll('[X]', ''),
        ).toBe(kept)
      }),
      { numRuns: 500 },
    )
  })

  test('merged spans are disjoint and in order', () => {
    const merged = mergeSpans([span(5, 9), span(0, 2), span(8, 12), span(2, 3)])
    expect(merged.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 3],
      [5, 12],
    ])
  })
})

test('clipSpans keeps what lies inside and moves it to the beginning', () => {
  expect(clipSpans([span(0, 4), span(6, 9), span(20, 30)], 3, 8)).toEqual([span(0, 1), span(3, 5)])
})
