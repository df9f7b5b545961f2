import { randomBytes } from 'node:crypto'
import type { ApprovalRequest } from '@gatehouse/guards/agentic'
import { canonicalHash } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { openStore } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { createTenant } from '@gatehouse/store/tenants'
import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Approvals,
  createApprovals,
  GRANT_MS,
  PENDING_MAX,
  PENDING_PER_AGENT_MAX,
} from '../../src/approvals/approvals.ts'
import { proves } from '../../../../spec/proves.ts'

const keys = createKeyRing([randomBytes(32)])

let tools = 0
/** A call that no other test asks about. */
function callOf(over: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const args = over.args ?? { amount: 500 }
  tools += 1
  return {
    agentKey: 'bot',
    userRole: 'clerk',
    sessionId: 's-1',
    tool: `pay-${tools}`,
    argumentsHash: canonicalHash(args),
    args,
    reason: 'Payments need an approval.',
    minApprovals: 1,
    ttl_s: 3_600,
    ...over,
  }
}

describe('approvals', () => {
  let database: TemporaryDatabase
  let now_ms = Date.UTC(2026, 10, 21)
  const entries: AuditEntryInput[] = []
  const audit = {
    append: (entry: AuditEntryInput) => {
      entries.push(entry)
      return Promise.resolve()
    },
  }
  const clock = { now: () => now_ms }
  /** Two instances on one database. */
  let approvals: Approvals
  let other: Approvals
  let otherStore: Awaited<ReturnType<typeof openStore>>

  beforeAll(async () => {
    database = await temporaryDatabase()
    for (const id of ['a', 'b', 'full']) await createTenant(database.store, { id, name: id })
    otherStore = await openStore({ url: database.url, poolMax: 4 })
    approvals = createApprovals({ store: database.store, keys, clock, audit })
    other = createApprovals({ store: otherStore, keys, clock, audit })
  })
  afterAll(async () => {
    await otherStore.close()
    await database.drop()
  })

  const approve = (id: string, approver = 'ann', on: Approvals = approvals) =>
    on.decide('a', id, {
      decision: 'approve',
      approver,
      comment: '',
      actor: 'tenant:k',
      distinctKeys: false,
      requestId: 'r',
    })
  const deny = (id: string, approver = 'ann') =>
    approvals.decide('a', id, {
      decision: 'deny',
      approver,
      comment: 'no',
      actor: 'tenant:k',
      distinctKeys: false,
      requestId: 'r',
    })

  async function approved(call: ApprovalRequest) {
    const { requestId } = await approvals.request('a', call)
    const { grant } = await approve(requestId)
    return { requestId, grantId: grant!.id }
  }

  test('a repeated call with a pending request reuses the request on every instance', async () => {
    const call = callOf()
    const filed = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? approvals : other).request('a', call)),
    )
    expect(new Set(filed.map(({ requestId }) => requestId)).size).toBe(1)
    const stricter = await approvals.request('a', { ...call, minApprovals: 2 })
    expect(stricter).toMatchObject({ requestId: filed[0]!.requestId, requiredApprovals: 2 })
    const another = await approvals.request('a', { ...call, argumentsHash: canonicalHash({ amount: 501 }) })
    expect(another.requestId).not.toBe(filed[0]!.requestId)
    const auditEntryInputs = entries.filter(
      ({ action, details }) => action === 'approval.request' && details?.['tool_name'] === call.tool,
    )
    expect(auditEntryInputs).toHaveLength(2)
  })

  proves(
    'guard:approvals.spent-atomically',
    'of many simultaneous uses of one grant on two instances only one succeeds',
    async () => {
      for (let round = 0; round < 10; round++) {
        const call = callOf()
        const { grantId, requestId } = await approved(call)
        const spent = await Promise.all(
          Array.from({ length: 24 }, (_, at) =>
            (at % 2 ? approvals : other).spend('a', at % 3 === 0 ? { requestId } : { grantId }, call),
          ),
        )
        expect(spent.filter((outcome) => outcome === 'spent')).toHaveLength(1)
        expect(spent.filter((outcome) => outcome === 'consumed')).toHaveLength(23)
      }
    },
  )

  proves('guard:approvals.grant-bound', 'a grant fits its tenant, agent, tool and arguments alone', async () => {
    const call = callOf()
    const { grantId, requestId } = await approved(call)
    const wrong: [string, ApprovalRequest][] = [
      ['a', { ...call, agentKey: 'other' }],
      ['a', { ...call, agentKey: undefined }],
      ['a', { ...call, tool: 'other' }],
      ['a', { ...call, argumentsHash: canonicalHash({ amount: 501 }) }],
    ]
    for (const [tenant, changed] of wrong) {
      expect(await approvals.spend(tenant, { grantId }, changed)).toBe('mismatch')
      expect(await approvals.spend(tenant, { requestId }, changed)).toBe('mismatch')
    }
    expect(await approvals.spend('b', { grantId }, call)).toBe('unknown')
    expect(await approvals.spend('a', { grantId }, call)).toBe('spent')
  })

  proves('guard:approvals.grant-900s', 'a grant ends after 900 seconds', async () => {
    expect(GRANT_MS).toBe(900_000)
    const [early, late] = [callOf(), callOf()]
    const grants = [await approved(early), await approved(late)]
    now_ms += GRANT_MS - 1
    expect(await approvals.spend('a', grants[0]!, early)).toBe('spent')
    now_ms += 1
    expect(await approvals.spend('a', grants[1]!, late)).toBe('expired')
    expect(await approvals.read('a', grants[1]!.requestId)).toMatchObject({ state: 'expired' })
  })

  proves('guard:approvals.states', 'each state is reached and listed', async () => {
    const [pending, yes, no, used, over] = [callOf(), callOf(), callOf(), callOf(), callOf({ ttl_s: 1 })]
    const expired = (await approvals.request('a', over)).requestId
    now_ms += 1_000
    const denied = (await approvals.request('a', no)).requestId
    await deny(denied)
    const spent = await approved(used)
    const ids = {
      expired,
      denied,
      consumed: spent.requestId,
      pending: (await approvals.request('a', pending)).requestId,
      approved: (await approved(yes)).requestId,
    }
    await approvals.spend('a', spent, used)
    for (const state of ['pending', 'approved', 'denied', 'consumed', 'expired'] as const) {
      expect(await approvals.read('a', ids[state])).toMatchObject({ state })
      const listed = await approvals.list('a', { state, limit: 200 })
      expect(listed.map(({ id }) => id)).toContain(ids[state])
      expect(new Set(listed.map((approval) => approval.state))).toEqual(new Set([state]))
    }
    expect(await approvals.spend('a', { requestId: ids.pending }, pending)).toBe('pending')
    expect(await approvals.spend('a', { requestId: ids.denied }, no)).toBe('denied')
    expect(await approvals.spend('a', { requestId: ids.expired }, over)).toBe('expired')
  })

  test('several approvals require different approvers, however their names are spelled', async () => {
    const { requestId } = await approvals.request('a', callOf({ minApprovals: 3 }))
    expect(await approve(requestId, 'Ann  Example')).toMatchObject({ state: 'pending', grant: undefined })
    for (const second of ['ann example', 'ＡＮＮ Example', ' Ann\u200b Example ']) {
      await expect(approve(requestId, second)).rejects.toMatchObject({ code: 'conflict' })
    }
    await approve(requestId, 'bob')
    expect(await approve(requestId, 'cid')).toMatchObject({ state: 'approved' })
  })

  test('concurrent decisions: the last required approval completes the request, one denial ends it', async () => {
    for (let round = 0; round < 5; round++) {
      const { requestId } = await approvals.request('a', callOf({ minApprovals: 3 }))
      const votes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, at) => approve(requestId, `person ${at}`, at % 2 ? approvals : other)),
      )
      const fulfilledVotes = votes.filter(({ status }) => status === 'fulfilled')
      expect(fulfilledVotes).toHaveLength(3)
      expect(await approvals.read('a', requestId)).toMatchObject({ state: 'approved' })
    }
    const { requestId } = await approvals.request('a', callOf({ minApprovals: 2 }))
    await approve(requestId)
    expect(await deny(requestId, 'bob')).toMatchObject({ state: 'denied', grant: undefined })
    await expect(approve(requestId, 'cid')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('approvers see arguments without secrets, and the database stores no arguments in clear', async () => {
    const args = {
      to: 'kim@example.com',
      password: 'hunter2-made-up',
      note: `key ${['AKIA', 'Z7QXH2V5N3R4T6WY'].join('')}`,
    }
    const { requestId } = await approvals.request('a', callOf({ args }))
    const read = await other.read('a', requestId)
    expect(read?.arguments).toMatchObject({ to: 'kim@example.com', password: '***' })
    expect(JSON.stringify(read?.arguments)).not.toContain('Z7QXH2V5N3R4T6WY')
    const rows = await database.store.db.selectFrom('approvals').selectAll().execute()
    const dump = rows.map((row) => `${JSON.stringify(row)}${row.shown.toString('latin1')}`).join('')
    expect(dump).not.toContain('kim@example.com')
    expect(dump).not.toContain(canonicalHash(args))
  })

  test('a tampered row does not block the other rows', async () => {
    const { requestId } = await approvals.request('a', callOf())
    await database.store.db
      .updateTable('approvals')
      .set({ shown: randomBytes(64) })
      .where('id', '=', requestId)
      .execute()
    expect(await approvals.read('a', requestId)).toMatchObject({
      truncated: true,
      arguments: { '…': 'cannot be read' },
    })
    expect((await approvals.list('a', { limit: 200 })).length).toBeGreaterThan(1)
  })

  test('a tenant cannot read requests of another tenant', async () => {
    const call = callOf()
    const { requestId } = await approvals.request('a', call)
    expect(await approvals.read('b', requestId)).toBeUndefined()
    const vote = {
      decision: 'approve',
      approver: 'eve',
      comment: '',
      actor: 'x',
      distinctKeys: true,
      requestId: 'r',
    } as const
    await expect(approvals.decide('b', requestId, vote)).rejects.toMatchObject({ code: 'not_found' })
    expect(await approvals.list('b', { limit: 10 })).toEqual([])
    expect(await approvals.spend('b', { requestId }, call)).toBe('unknown')
    expect(await approvals.read('a', requestId)).toMatchObject({ state: 'pending' })
  })

  test('malformed ids are unknown', async () => {
    for (const id of ['', 'no-such-thing', "' OR 1=1", '\0', 'x'.repeat(10_000)]) {
      expect(await approvals.read('a', id)).toBeUndefined()
      expect(await approvals.spend('a', { grantId: id }, callOf())).toBe('unknown')
      await expect(approve(id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('pending requests are limited per agent and in total; expired requests free their slots', async () => {
    const file = (agentKey: string) => approvals.request('full', callOf({ agentKey, ttl_s: 60 }))
    for (let agent = 0; agent < PENDING_MAX / PENDING_PER_AGENT_MAX; agent++) {
      for (let at = 0; at < PENDING_PER_AGENT_MAX; at += 50) {
        await Promise.all(Array.from({ length: 50 }, () => file(`bot-${agent}`)))
      }
      await expect(file(`bot-${agent}`)).rejects.toMatchObject({ code: 'limit_reached' })
    }
    await expect(file('another')).rejects.toThrow(`${PENDING_MAX} calls from this tenant`)
    now_ms += 60_000
    await expect(file('bot-0')).resolves.toBeDefined()
  }, 30_000)
})
