import type { Clock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { createTenants, FRESH_MS, type StoredTenant } from '../src/tenants.ts'

const QUOTA = { requests_per_minute: null, requests_per_day: null, tokens_per_day: null }

/** Returns a source of tenants with configurations of given sizes, and a count of loads. */
function source(chars: number) {
  const loads = new Map<string, number>()
  const stored: StoredTenant = {
    version: 1,
    createdAt: new Date(0),
    config: { input_guardrails: { keyword_blocklist: { settings: { blocklist: ['x'.repeat(chars)] } } } },
    quota: QUOTA,
    customPolicies: [],
    agents: [],
    items: [],
  }
  return {
    version: 1,
    createdAt: new Date(0),
    loads,
    versions(ids: readonly string[]) {
      const { version, createdAt } = this
      return Promise.resolve(new Map(ids.map((id) => [id, { version, createdAt }])))
    },
    load(id: string) {
      loads.set(id, (loads.get(id) ?? 0) + 1)
      return Promise.resolve(
        id === 'nobody' ? undefined : { ...stored, version: this.version, createdAt: this.createdAt },
      )
    },
  }
}

function clockAt(): Clock & { time_ms: number } {
  return {
    time_ms: 1_000,
    now() {
      return this.time_ms
    },
  }
}

describe('snapshots of tenants', () => {
  test('are cached within the memory bound, most recently used first', async () => {
    const clock = clockAt()
    // Each weighs about 16 MB, so some sixteen fit.
    const heavy = source(1_000_000)
    const tenants = createTenants(heavy, clock)
    for (let index = 0; index < 40; index += 1) {
      await tenants.snapshot(`t${index}`)
      clock.time_ms += FRESH_MS
      await tenants.snapshot('t0')
    }
    expect(heavy.loads.get('t0')).toBe(1)
    await tenants.snapshot('t39')
    expect(heavy.loads.get('t39')).toBe(1)
    await tenants.snapshot('t1')
    expect(heavy.loads.get('t1')).toBe(2)
  })

  test('are never reused from a deleted tenant with the same name and version', async () => {
    const clock = clockAt()
    const item = source(1)
    const tenants = createTenants(item, clock)
    const before = await tenants.snapshot('acme')
    item.createdAt = new Date(1)
    clock.time_ms += FRESH_MS
    const after = await tenants.snapshot('acme')
    expect(after).not.toBe(before)
    expect(after.agentic.tenantSince).toBe(0.001)
    expect(await tenants.snapshot('acme')).toBe(after)
  })

  test('of small tenants are cached by the thousand', async () => {
    const light = source(1)
    const tenants = createTenants(light, clockAt())
    for (let index = 0; index < 5_000; index += 1) await tenants.snapshot(`t${index}`)
    await tenants.snapshot('t0')
    expect(light.loads.get('t0')).toBe(1)
  })

  test('a write is immediately visible to its writer, despite reads in progress', async () => {
    const item = source(1)
    const tenants = createTenants(item, clockAt())
    await tenants.snapshot('a')
    item.version = 2
    expect(await tenants.snapshot('a')).toMatchObject({ version: 1 })
    tenants.expire('a')
    expect(await tenants.snapshot('a')).toMatchObject({ version: 2 })
    item.version = 3
    tenants.expire('a')
    // The read starts at version 3, and version 4 is written before the read returns.
    const underWay = tenants.snapshot('a')
    item.version = 4
    tenants.expire('a')
    expect(await tenants.snapshot('a')).toMatchObject({ version: 4 })
    await underWay
    expect(await tenants.snapshot('a')).toMatchObject({ version: 4 })
  })

  test('one read serves all waiting callers', async () => {
    const item = source(1)
    const tenants = createTenants(item, clockAt())
    await Promise.all(Array.from({ length: 20 }, async () => tenants.snapshot('a')))
    expect(item.loads.get('a')).toBe(1)
  })

  test('an unknown tenant is a failure, and is queried on the next call', async () => {
    const none = source(1)
    const tenants = createTenants(none, clockAt())
    await expect(tenants.snapshot('nobody')).rejects.toMatchObject({ code: 'not_found' })
    await expect(tenants.snapshot('nobody')).rejects.toMatchObject({ code: 'not_found' })
    expect(none.loads.get('nobody')).toBe(2)
  })
})
