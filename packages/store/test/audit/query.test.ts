import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuditLog } from '../../src/audit/log.ts'
import { AUDIT_PAGE_ENTRIES_MAX, auditEnd, queryAudit } from '../../src/audit/query.ts'
import { entryOf, withLog } from './helpers.ts'

describe('queryAudit', () => {
  let database: TemporaryDatabase
  let ids: string[]
  beforeAll(async () => {
    database = await temporaryDatabase()
    ids = await withLog(database.store, async (log) => {
      const entries = Array.from({ length: 25 }, (_, n) =>
        entryOf({
          tenant_id: n % 5 === 0 ? 'other' : 'acme',
          actor: n % 2 === 0 ? 'admin:ops' : 'tenant:acme',
          action: n < 10 ? 'policy.update' : 'guardrail.input',
          details: { n },
        }),
      )
      return (await Promise.all(entries.map((entry) => log.append(entry)))).map(({ id }) => id)
    })
  })
  afterAll(() => database.drop())

  test.each([
    ['of all tenants', {}, () => true],
    ['of one tenant', { tenantId: 'acme' }, (n: number) => n % 5 !== 0],
  ])('returns the newest entries first %s, page by page, without duplicates', async (_title, filter, belongs) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await queryAudit(database.store, {
        ...filter,
        limit: 8,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen.push(...page.entries.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(ids.filter((_, n) => belongs(n)).toReversed())
  })

  test.each([
    ['a tenant', { tenantId: 'other' }, 5],
    ['an action', { action: 'policy.update' }, 10],
    ['an actor', { actor: 'admin:ops' }, 13],
    ['all of them', { tenantId: 'acme', action: 'policy.update', actor: 'admin:ops' }, 4],
    ['a tenant that has none', { tenantId: 'nobody' }, 0],
  ])('filters by %s', async (_title, filter, count) => {
    const page = await queryAudit(database.store, filter)
    expect(page.entries).toHaveLength(count)
    expect(page.next_cursor).toBeNull()
  })

  test('has the fields of the contract', async () => {
    const [entry] = (await queryAudit(database.store, { limit: 1 })).entries
    expect(entry).toEqual({
      id: ids.at(-1),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      tenant_id: 'acme',
      seq: 20,
      actor: 'admin:ops',
      action: 'guardrail.input',
      guardrail: 'keyword_blocklist',
      verdict: 'block',
      request_id: 'req-1',
      details: { n: 24 },
      prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    })
  })

  test.each([
    [0, 1],
    [-3, 1],
    [7.9, 7],
    [AUDIT_PAGE_ENTRIES_MAX + 1, 25],
  ])('reads the limit %d as %d', async (limit, count) => {
    expect((await queryAudit(database.store, { limit })).entries).toHaveLength(count)
  })

  test.each([
    '',
    'x',
    '!!!!',
    "' OR 1=1 --",
    'A'.repeat(1_000),
    '%00',
    base64('seq:1'),
    base64('id:x'),
    base64('id:1\nid:2'),
  ])('refuses the cursor %j', async (cursor) => {
    await expect(queryAudit(database.store, { cursor })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test.each(['', base64('seq:-1'), base64('seq:1e3'), base64(`id:${'0'.repeat(36)}`), base64(`seq:${'9'.repeat(20)}`)])(
    "refuses the cursor %j for a tenant's entries",
    async (cursor) => {
      const page = queryAudit(database.store, { tenantId: 'acme', cursor })
      await expect(page).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})

describe('filters', () => {
  let database: TemporaryDatabase
  let now_ms = Date.UTC(2026, 4, 1, 12)
  beforeAll(async () => {
    database = await temporaryDatabase()
    const log = createAuditLog(database.store, { instanceId: 'test', clock: { now: () => now_ms } })
    const found = { findings: [{ guardrail: 'toxicity', action: 'warn' }] }
    const entries = [
      { guardrail: 'pii_detection', verdict: 'detect', request_id: 'r-1', details: { n: 1, ...found } },
      { guardrail: 'toxicity', verdict: 'warn', request_id: 'r-2', details: { n: 2, agent_key: 'bot' } },
      { guardrail: null, verdict: 'pass', request_id: 'r-3', details: { n: 3, session_id: '\0', agent_id: 'bot' } },
      { guardrail: null, details: { n: 4, session_id: '"agent_key":"bot","guardrail":"toxicity"' } },
    ]
    for (const entry of entries) {
      await log.append(entryOf(entry))
      now_ms += 24 * 60 * 60 * 1_000
    }
    await log.close()
  })
  afterAll(() => database.drop())

  test.each([
    ['a guard that decided or found something', { guardrail: 'toxicity' }, [2, 1]],
    ['a verdict', { verdict: 'warn' }, [2]],
    ['a request', { requestId: 'r-3' }, [3]],
    ['an agent that called or was changed', { agent: 'bot' }, [3, 2]],
    ['a start', { since: new Date(Date.UTC(2026, 4, 3, 12)) }, [4, 3]],
    ['an end', { until: new Date(Date.UTC(2026, 4, 3, 12)) }, [2, 1]],
    ['a day', { since: new Date(Date.UTC(2026, 4, 2)), until: new Date(Date.UTC(2026, 4, 3)) }, [2]],
    ['all at once', { guardrail: 'toxicity', verdict: 'warn', agent: 'bot', tenantId: 'acme' }, [2]],
    ['quotes that look like JSON', { agent: 'bot","guardrail":"toxicity' }, []],
  ])('find entries by %s', async (_title, filter, found) => {
    const { entries } = await queryAudit(database.store, filter)
    expect(entries.map(({ details }) => details['n'])).toEqual(found)
  })

  test.each([[{ tenantId: 'acme' }], [{}]])('return the end of a bounded read: %j', async (scope) => {
    expect(await auditEnd(database.store, scope, 4)).toBeNull()
    const cursor = await auditEnd(database.store, scope, 3)
    const { entries } = await queryAudit(database.store, { ...scope, cursor: cursor! })
    expect(entries.map(({ details }) => details['n'])).toEqual([1])
  })
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64url')
}
