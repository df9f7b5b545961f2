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
  ])('%s', (_title, text, spans, expected) => {
    expect(redact(text, spans)).toBe(expected)
  })

  test('never leaves a character covered by a span, and preserves every other character', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => span(Math.min(a, b), Math.max(a, b))))
    fc.assert(
      fc.property(spans, (values) => {
        // Every position has a unique character, so that an unredacted one can be identified.
        const text = Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
        const inside = (at: number) => values.some(({ start, end }) => at >= start && at < end)
        const stored = Array.from(text)
          .filter((_, at) => !inside(at))
          .join('')
        expect(
          redact(
            text,
            values.map((item) => ({ ...item, end: Math.min(item.end, 60) })),
          ).replaceAll('[X]', ''),
        ).toBe(stored)
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

test('clipSpans keeps the inner part of spans and shifts it to the start', () => {
  expect(clipSpans([span(0, 4), span(6, 9), span(20, 30)], 3, 8)).toEqual([span(0, 1), span(3, 5)])
})

describe('replacements', () => {
  const replaced = (start: number, end: number, replacement: string) => ({ ...span(start, end), replacement })

  test.each([
    ['stand for their range', [replaced(0, 3, 'T1'), span(4, 7)], 'T1 [X] ghi'],
    ['agreeing on one range stand once', [replaced(0, 3, 'T1'), replaced(0, 3, 'T1')], 'T1 def ghi'],
    ['give way to another on the same range', [replaced(0, 3, '**c'), replaced(0, 3, 'T1')], '[X] def ghi'],
    ['give way to a plain redaction of the same range', [replaced(0, 3, '**c'), span(0, 3)], '[X] def ghi'],
    ['give way where another span reaches beyond', [replaced(0, 3, '**c'), span(2, 7)], '[X] ghi'],
    ['give way where another span lies inside', [replaced(0, 7, '****f'), span(1, 2)], '[X] ghi'],
  ])('%s', (_title, spans, expected) => {
    expect(redact('abc def ghi', spans)).toBe(expected)
  })

  test('apply to the whole range: a part of the range receives the label', () => {
    const token = replaced(2, 6, 'T1')
    expect(clipSpans([token], 0, 8)).toMatchObject([{ start: 2, end: 6, replacement: 'T1' }])
    expect(clipSpans([token], 4, 8)[0]).not.toHaveProperty('replacement')
  })
})
