import type { RunMeters } from '@gatehouse/attacks'
import { AttackConfig } from '@gatehouse/contracts/redteam'
import { expect, test } from 'vitest'
import { usageTeller } from '../../src/runs/usage.ts'

/** A run that is read at these seconds, with so much done by then. */
function told(
  config: object,
  total: number,
  ...seen: readonly (readonly [second: number, done: Partial<RunMeters>])[]
) {
  let now = 0
  let meters: RunMeters = { attacks: 0, requests: 0, models: undefined }
  const tell = usageTeller(AttackConfig.parse(config), total, () => meters, { now: () => now * 1_000 })
  return seen.map(([second, done]) => {
    now = second
    meters = { ...meters, ...done }
    return tell()
  })
}

test('the remaining time is estimated from the rate when enough data exists', () => {
  const [first, second, third] = told(
    {},
    100,
    [0, { requests: 1 }],
    [0.5, { attacks: 1, requests: 3 }],
    [10, { attacks: 10, requests: 31 }],
  )
  expect(first).toMatchObject({ requests: 1, requestsPlanned: null, secondsLeft: null, maxRequests: null, model: null })
  expect(second).toMatchObject({ requestsPlanned: 300, secondsLeft: null })
  // Three a second, 279 to go.
  expect(third).toMatchObject({ requests: 31, requestsPlanned: 310, secondsLeft: 93 })
})

test('a bound of requests is nearer than the end of the attacks', () => {
  const [, last] = told({ budget: { maxRequests: 50 } }, 100, [0, {}], [10, { attacks: 10, requests: 30 }])
  expect(last).toMatchObject({ requestsPlanned: 50, maxRequests: 50, secondsLeft: 7 })
  const [, over] = told({ budget: { maxRequests: 50 } }, 100, [0, {}], [10, { attacks: 20, requests: 50 }])
  expect(over).toMatchObject({ requestsPlanned: 50, secondsLeft: 0 })
})

test('the estimate follows a slower target, and a stalled target has no estimate', () => {
  const fast = [0, 5, 10].map((at) => [at, { attacks: at * 10 + 1, requests: at * 10 + 1 }] as const)
  const slow = [40, 50, 60, 70].map((at) => [at, { attacks: 101 + at - 40, requests: 101 + at - 40 }] as const)
  const all = told({}, 1_000, ...fast, ...slow)
  expect(all[2]?.secondsLeft).toBe(90)
  expect(all.at(-1)?.secondsLeft).toBe(1_000 - 131)
  expect(told({}, 100, [0, { attacks: 5, requests: 5 }], [60, {}]).at(-1)?.secondsLeft).toBeNull()
})

test('model usage is reported in tokens, and in money if the price is known', () => {
  const spent = { calls: 2, tokens: 900, usd: 0.001_234_56 }
  const of = (more: object) =>
    told({ budget: { maxCostUsd: 1 } }, 9, [0, { models: { spent: { ...spent, ...more }, maxTokens: 2_000 } }])[0]!
      .model
  expect(of({})).toEqual({ calls: 2, tokens: 900, maxTokens: 2_000, costUsd: 0.0012, maxCostUsd: 1 })
  expect(of({ usd: undefined })?.costUsd).toBeNull()
})
