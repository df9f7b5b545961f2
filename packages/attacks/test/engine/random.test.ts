import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../src/engine/random.ts'

const byValue = (a: number, b: number): number => a - b

describe('numbers of a seed', () => {
  test('are the same for ever', () => {
    const random = createRandom('a seed')
    expect([random.below(1000), random.below(1000), random.below(1000)]).toEqual([530, 162, 617])
  })

  test('stay within their bounds and differ between seeds', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1e6 }), (seed, below) => {
        const random = createRandom(seed)
        const numbers = Array.from({ length: 20 }, () => random.below(below))
        expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < below)).toBe(true)
      }),
    )
    expect(createRandom('a').next()).not.toBe(createRandom('b').next())
  })

  test('are spread evenly', () => {
    const random = createRandom('spread')
    const counts = Array.from({ length: 10 }, () => 0)
    for (let n = 0; n < 100_000; n += 1) counts[random.below(10)]! += 1
    // Chi squared with 9 degrees of freedom: above 27.9 with a probability of 0.001.
    expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9)
  })

  test('of a fork do not depend on earlier draws', () => {
    const fresh = createRandom('seed').fork('attack 7').next()
    const used = createRandom('seed')
    for (let n = 0; n < 100; n += 1) used.next()
    used.fork('attack 6').next()
    expect(used.fork('attack 7').next()).toBe(fresh)
    expect(createRandom('ab').fork('c').next()).not.toBe(createRandom('a').fork('bc').next())
  })

  test('shuffle without losing or doubling', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.integer()), (seed, all) => {
        expect(createRandom(seed).shuffled(all).toSorted(byValue)).toEqual(all.toSorted(byValue))
      }),
    )
    expect(() => createRandom('x').pick([])).toThrow('nothing to choose from')
  })
})
