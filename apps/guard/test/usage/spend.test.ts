import { localWindows } from '@gatehouse/guards'
import type { UsageDelta } from '@gatehouse/store'
import { expect, test } from 'vitest'
import { createUsage } from '../../src/usage/usage.ts'

const quota = { requests_per_minute: null, requests_per_day: null, tokens_per_day: 100 }
const none = { requests: 0, tokens: 0, blocked: 0 }

/** A ledger over a store that holds nothing yet, at a time that the test sets. */
function ledger() {
  const clock = { time_ms: Date.UTC(2026, 10, 21, 12), now: () => clock.time_ms }
  const written: UsageDelta[] = []
  const store = {
    add: (deltas: readonly UsageDelta[]) => Promise.resolve(void written.push(...deltas)).then(() => new Map()),
    read: () => Promise.resolve(none),
  }
  return { clock, written, usage: createUsage(store, localWindows(clock), clock) }
}

test('tokens that a request turned out to use count for the next one', async () => {
  const { usage } = ledger()
  await usage.admit('acme', quota, 10)
  usage.spend('acme', 85)
  expect(await usage.read('acme')).toMatchObject({ requests: 1, tokens: 95 })
  await expect(usage.admit('acme', quota, 10)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('fewer tokens than estimated are given back, on the same day and never more than was counted', async () => {
  const { usage, clock, written } = ledger()
  await usage.admit('acme', quota, 50)
  usage.spend('acme', -20)
  expect(await usage.read('acme')).toMatchObject({ tokens: 30 })
  clock.time_ms += 86_400_000
  usage.spend('acme', -20)
  expect(await usage.read('acme')).toMatchObject({ tokens: 0 })
  await usage.close()
  expect(written.every(({ tokens }) => tokens >= 0)).toBe(true)
})
