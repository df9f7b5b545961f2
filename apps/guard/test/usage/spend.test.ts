import { localWindows } from '@gatehouse/guards'
import type { UsageDelta } from '@gatehouse/store/tenants'
import { expect, test } from 'vitest'
import { createUsage } from '../../src/usage/usage.ts'

const quota = { requests_per_minute: null, requests_per_day: null, tokens_per_day: 100 }
const none = { requests: 0, tokens: 0, blocked: 0 }

/** Returns a ledger on an empty store, with a time that the test sets. */
function ledger() {
  const clock = { time_ms: Date.UTC(2026, 10, 21, 12), now: () => clock.time_ms }
  const written: UsageDelta[] = []
  const store = {
    add: (deltas: readonly UsageDelta[]) => Promise.resolve(void written.push(...deltas)).then(() => new Map()),
    read: () => Promise.resolve(none),
  }
  return { clock, written, usage: createUsage(store, localWindows(clock), clock) }
}

test('tokens actually used by a request count for the next request', async () => {
  const { usage } = ledger()
  await usage.admit('acme', quota, 10)
  usage.spend('acme', 85)
  expect(await usage.read('acme')).toMatchObject({ requests: 1, tokens: 95 })
  await expect(usage.admit('acme', quota, 10)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('unused estimated tokens are refunded, on the same day and never above the counted amount', async () => {
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

test('requests without a verdict use none of the request quota, and have their own limit', async () => {
  const { usage, clock } = ledger()
  const tight = { ...quota, requests_per_minute: 2 }
  for (let times = 0; times < 8; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is counted
    await usage.admitAside('acme', tight)
  }
  await expect(usage.admitAside('acme', tight)).rejects.toMatchObject({ code: 'quota_exceeded' })
  await usage.admit('acme', tight, 1)
  await usage.admit('acme', tight, 1)
  await expect(usage.admit('acme', tight, 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(await usage.read('acme')).toMatchObject({ requests: 2, tokens: 2 })
  clock.time_ms += 60_000
  await usage.admitAside('acme', tight)
})

test('with the daily quota exhausted requests without a verdict are rejected too', async () => {
  const { usage } = ledger()
  await usage.admitAside('acme', quota)
  await usage.admit('acme', quota, 100)
  await expect(usage.admitAside('acme', quota)).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(usage.admitAside('acme', undefined)).toBeUndefined()
})
