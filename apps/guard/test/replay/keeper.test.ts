import type { RunContext, StageVerdict } from '@gatehouse/guards'
import { createMetrics } from '@gatehouse/http'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import type { NewStoredRequest } from '@gatehouse/store/sealed'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NO_TENANT, type TenantSnapshot } from '@gatehouse/screening'
import { createRequestKeeper } from '../../src/replay/keeper.ts'

const ring = createKeyRing([randomBytes(32)])
const verdict: StageVerdict = {
  safe: true,
  action: 'pass',
  mode: 'enforce',
  results: [],
  redactions: [],
  skipped: [],
  latency_ms: 0,
}
const run: RunContext = {
  tenantId: '',
  stage: 'input',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: { now: () => 0 },
}

/** Returns a tenant that retains texts of up to 1,000 characters. */
function keeping(tenantId: string): TenantSnapshot {
  const choice = { enabled: true, days: 7, max_chars: 1_000 }
  const items = new Map([['document', new Map([['content_retention', choice]])]])
  return { ...NO_TENANT, tenantId, agentic: { ...NO_TENANT.agentic, items } }
}

function keeperWith(write: (tenantId: string, rows: readonly NewStoredRequest[]) => Promise<number>) {
  const metrics = createMetrics('guard')
  const keyOf = () => Promise.resolve({ ring, hmac: () => Buffer.alloc(32) })
  const keeper = createRequestKeeper({ keyOf, write, clock: { now: () => 1_000 }, metrics })
  const outcomes = async (): Promise<Record<string, number>> => {
    const text = await metrics.registry.metrics()
    const found = text.matchAll(/gatehouse_guard_kept_requests_total\{[^}]*outcome="(\w+)"[^}]*\} (\d+)/g)
    return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]))
  }
  return { keeper, outcomes }
}

describe('a keeper', () => {
  test('stores a bounded sample of each tenant, and counts discarded requests', async () => {
    const written = new Map<string, number>()
    const { keeper, outcomes } = keeperWith((tenantId, rows) => {
      written.set(tenantId, (written.get(tenantId) ?? 0) + rows.length)
      return Promise.resolve(rows.length)
    })
    const [one, two] = [keeping('one'), keeping('two')]
    for (let n = 0; n < 200; n += 1) keeper.note(one, { text: 'hello' }, run, verdict, `r-${n}`)
    keeper.note(two, { text: 'hello' }, run, verdict, 'r')
    keeper.note(two, { text: 'x'.repeat(1_001) }, run, verdict, 'r')
    keeper.note(NO_TENANT, { text: 'hello' }, run, verdict, 'r')
    await keeper.close()
    expect(Object.fromEntries(written)).toEqual({ one: 50, two: 1 })
    expect(await outcomes()).toEqual({ kept: 51, too_long: 1, too_many: 150, failed: 0 })
  })

  test('buffers a bounded number while the database is slow, and resumes after recovery', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const { keeper, outcomes } = keeperWith((_tenantId, rows) => slow.then(() => rows.length))
    for (let tenant = 0; tenant < 40; tenant += 1) {
      const own = keeping(`tenant-${tenant}`)
      for (let n = 0; n < 50; n += 1) keeper.note(own, { text: 'hello' }, run, verdict, 'r')
      if (tenant === 10) void keeper.close()
    }
    expect(await outcomes()).toMatchObject({ too_many: 1_000 })
    release()
    await keeper.close()
    expect(await outcomes()).toMatchObject({ kept: 1_000, failed: 0 })
    keeper.note(keeping('late'), { text: 'hello' }, run, verdict, 'r')
    await keeper.close()
    expect(await outcomes()).toMatchObject({ kept: 1_001 })
  })

  test('does not fail a request if no write succeeds', async () => {
    const { keeper, outcomes } = keeperWith(() => Promise.reject(new Error('away')))
    keeper.note(keeping('one'), { text: 'hello' }, run, verdict, 'r')
    await expect(keeper.close()).resolves.toBeUndefined()
    expect(await outcomes()).toMatchObject({ kept: 0, failed: 1 })
  })
})
