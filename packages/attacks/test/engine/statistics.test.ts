import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wilson } from '@gatehouse/kernel'
import { correctedShare, mcNemar, weightedShare } from '../../src/engine/statistics.ts'

describe('the interval of a share', () => {
  // The fourth is the example of many textbooks: 81 of 263.
  test.each([
    [0, 20, 0, 0.1611251],
    [0, 73, 0, 0.04999],
    [5, 10, 0.2365931, 0.7634069],
    [81, 263, 0.2552891, 0.3662291],
    [20, 20, 0.8388749, 1],
  ])('of %d in %d is %d to %d', (hits, trials, low, high) => {
    const interval = wilson(hits, trials)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  test('contains the observed share, within 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
        const hits = Math.round(part * trials)
        const { low, high } = wilson(hits, trials)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(hits / trials)
        expect(high).toBeGreaterThanOrEqual(hits / trials)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('without trials is the full range', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
    expect(weightedShare([{ weight: 0, hit: 1 }])).toBeUndefined()
  })

  test('of equal weights is that of plain counts', () => {
    const trials = Array.from({ length: 20 }, (_, at) => ({ weight: 5, hit: at < 4 ? 1 : 0 }))
    expect(weightedShare(trials)?.share).toBeCloseTo(0.2)
    expect(weightedShare(trials)?.interval.low).toBeCloseTo(wilson(4, 20).low)
  })

  test('is wider with uneven weights', () => {
    const even = weightedShare(Array.from({ length: 20 }, (_, at) => ({ weight: 1, hit: at % 2 })))!
    const uneven = weightedShare(Array.from({ length: 20 }, (_, at) => ({ weight: at < 2 ? 10 : 1, hit: at % 2 })))!
    expect(uneven.interval.high - uneven.interval.low).toBeGreaterThan(even.interval.high - even.interval.low)
  })
})

test('judge errors are corrected within 0 and 1', () => {
  expect(correctedShare(0.3, 0.9, 0.9)).toBeCloseTo(0.25)
  expect(correctedShare(0.05, 0.9, 0.9)).toBe(0)
  expect(correctedShare(0.3, 0.5, 0.5)).toBeUndefined()
})

describe('two runs', () => {
  // Twice the tail, as integers divided at the end.
  test.each([
    [0, 0, 1],
    [1, 9, 0.02148438],
    [5, 5, 1],
    [0, 6, 0.03125],
    [10, 25, 0.01667385],
  ])('with %d fixed and %d broken attacks have the p-value %d', (fixed, broken, p) => {
    expect(mcNemar(fixed, broken)).toBeCloseTo(p, 6)
  })

  test('of many thousand attacks still have a value', () => {
    expect(mcNemar(5000, 5000)).toBeCloseTo(1, 1)
    expect(mcNemar(1000, 9000)).toBeLessThan(1e-100)
  })
})
