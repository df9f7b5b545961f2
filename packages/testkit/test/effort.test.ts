import { startEffort } from '@gatehouse/testkit'
import { expect, test } from 'vitest'

function add(times: number): number {
  let sum = 0
  for (let index = 0; index < times; index += 1) sum = (sum * 31 + index) | 0
  return sum
}

test('effort grows with the work of this thread', () => {
  add(2_000_000)
  const short = startEffort()
  add(2_000_000)
  const short_ms = short()
  const long = startEffort()
  add(20_000_000)
  expect(long()).toBeGreaterThan(3 * short_ms)
})

test('waiting does not count as effort', () => {
  const effort_ms = startEffort()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  expect(effort_ms()).toBeLessThan(100)
})
