import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DELIVERY_ATTEMPTS_MAX, DELIVERY_AGE_MS_MAX, nextAttempt_ms } from '../../src/deliveries/backoff.ts'

const HOUR_MS = 3_600_000

/** When a delivery is tried that fails every time, in milliseconds from its event on. */
function attempts(random: () => number): number[] {
  const times = [0]
  for (;;) {
    const now_ms = times.at(-1)!
    const next = nextAttempt_ms({ attempts: times.length, queued_ms: 0, now_ms }, 0, random())
    if (next === undefined) return times
    times.push(next)
  }
}

test('the waits grow from ten seconds to four hours, over most of a day', () => {
  const waits = attempts(() => 0).map((time, at, all) => time - (all[at - 1] ?? 0))
  expect(waits.slice(1, 8).map((wait_ms) => wait_ms / 1_000)).toEqual([10, 30, 90, 270, 810, 2_430, 7_290])
  expect(waits.slice(8)).toEqual(Array.from({ length: 5 }, () => 4 * HOUR_MS))
})

test('for any random values all attempts are made within a day', () => {
  const chance = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: DELIVERY_ATTEMPTS_MAX,
    maxLength: DELIVERY_ATTEMPTS_MAX,
  })
  const property = fc.property(chance, (drawn) => {
    const times = attempts(() => drawn.pop() ?? 0)
    return (
      times.length === DELIVERY_ATTEMPTS_MAX && times.at(-1)! > 18 * HOUR_MS && times.at(-1)! <= DELIVERY_AGE_MS_MAX
    )
  })
  expect(() => fc.assert(property)).not.toThrow()
})

test('a receiver may ask for more time, within bounds', () => {
  const after = (asked_ms: number) => nextAttempt_ms({ attempts: 1, queued_ms: 0, now_ms: 0 }, asked_ms, 0)
  expect([after(0), after(60_000), after(1_000 * HOUR_MS)]).toEqual([10_000, 60_000, 4 * HOUR_MS])
})
