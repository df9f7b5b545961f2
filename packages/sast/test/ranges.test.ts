import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bindings, entriesOf, join } from '../src/match/bindings.ts'
import type { Hit } from '../src/match/find.ts'
import { dropEqual, dropInside, dropTouching, intersect, keepInside, unique } from '../src/search/combine.ts'
import { RangeIndex } from '../src/search/ranges.ts'

const name = fc.constantFrom('$A', '$B')
const value = fc.constantFrom('x', 'y')
const hit: fc.Arbitrary<Hit> = fc
  .record({ start: fc.nat(20), length: fc.nat(12), bound: fc.array(fc.tuple(name, value), { maxLength: 2 }) })
  .map(({ start, length, bound }) => {
    let bindings: Bindings
    for (const [item, key] of new Map(bound)) {
      bindings = { name: item, bound: { start, end: start + length, node: -1, key }, before: bindings }
    }
    return { start, end: start + length, bindings }
  })
const hits = fc.array(hit, { maxLength: 30 })

const isIn = (a: Hit, b: Hit): boolean => b.start <= a.start && a.end <= b.end
const touches = (a: Hit, b: Hit): boolean => a.start < b.end && b.start < a.end
const agrees = (a: Hit, b: Hit): boolean => join(a.bindings, b.bindings) !== undefined

const written = (list: readonly Hit[]): readonly unknown[] =>
  list.map(({ start, end, bindings }) => [start, end, entriesOf(bindings).map(([item, { key }]) => item + key)])

/** Compares all pairs, by definition. */
function plainly(a: readonly Hit[], b: readonly Hit[], range: (x: Hit, y: Hit) => Hit | undefined): readonly Hit[] {
  return unique(
    a.flatMap((x) =>
      b.flatMap((y) => {
        const found = range(x, y)
        const joined = join(x.bindings, y.bindings)
        return found === undefined || joined === undefined ? [] : [{ ...found, bindings: joined.bindings }]
      }),
    ),
  )
}

const noStep = (): void => {}

describe('intersected ranges', () => {
  test('equal the pairwise intersection', () => {
    fc.assert(
      fc.property(hits, hits, (a, b) => {
        expect(written(intersect(a, b, noStep))).toEqual(
          written(plainly(a, b, (x, y) => (isIn(x, y) ? x : isIn(y, x) ? y : undefined))),
        )
        expect(written(keepInside(a, b, noStep))).toEqual(
          written(plainly(a, b, (x, y) => (isIn(x, y) ? x : undefined))),
        )
        const isSame = (x: Hit, y: Hit): boolean => x.start === y.start && x.end === y.end
        expect(dropEqual(a, b, noStep)).toEqual(a.filter((x) => !b.some((y) => isSame(x, y) && agrees(x, y))))
        expect(dropInside(a, b, noStep)).toEqual(a.filter((x) => !b.some((y) => isIn(x, y) && agrees(x, y))))
        expect(dropTouching(a, b, noStep)).toEqual(a.filter((x) => !b.some((y) => touches(x, y))))
      }),
      { numRuns: 500 },
    )
  })

  test('are without repeats, in their order', () => {
    fc.assert(
      fc.property(hits, (list) => {
        const seen = new Set<string>()
        const expected = written(
          list.filter((item) => {
            const { start, end, bindings } = item
            const key = JSON.stringify([start, end, entriesOf(bindings).map(([word, { key: text }]) => word + text)])
            return !seen.has(key) && seen.add(key)
          }),
        )
        expect(written(unique(list))).toEqual(expected)
      }),
    )
  })

  test('are computed in linear time, not for each pair', () => {
    const steps = (count: number): number => {
      const list = Array.from({ length: count }, (_, at) => ({ start: at * 10, end: at * 10 + 9, bindings: undefined }))
      let used = 0
      const step = (): void => {
        used += 1
      }
      intersect(list, list, step)
      keepInside(list, list, step)
      dropInside(list, list, step)
      return used
    }
    expect(steps(10_000)).toBeLessThan(100_000)
  })

  test('are found by position', () => {
    const list = Array.from({ length: 20 }, (_, at) => ({ start: at, end: at + 5 }))
    const index = new RangeIndex(list)
    expect(index.around({ start: 7, end: 8 })).toEqual([3, 4, 5, 6, 7])
    expect(index.within({ start: 3, end: 9 })).toEqual([3, 4])
    expect(index.touching({ start: 4, end: 5 })).toEqual([0, 1, 2, 3, 4])
    expect(new RangeIndex([]).nested({ start: 0, end: 9 })).toEqual([])
  })
})
