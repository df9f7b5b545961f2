import { type Clock, canonicalHash } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { runChain } from '../../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../../src/agentic/engine/compile.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import type { AgenticPorts, ApprovalRequest, Approvals } from '../../../src/agentic/engine/ports.ts'
import approvalWorkflow from '../../../src/agentic/guards/approval-workflow.ts'
import capabilityIssuance from '../../../src/agentic/guards/capability-issuance.ts'
import sensitiveActionConfirmation from '../../../src/agentic/guards/sensitive-action-confirmation.ts'
import { type PartialToolCall, makeToolCall } from '../../../src/agentic/tool-call.ts'
import { proves } from '../../../../../spec/proves.ts'
import { localPorts } from '../ports.ts'

const chain = [approvalWorkflow, sensitiveActionConfirmation, capabilityIssuance]

function world(policies: Record<string, object> = {}, over: Partial<AgenticConfig> = {}) {
  let now_ms = 1_000_000
  const clock: Clock = { now: () => now_ms }
  const approvalRequests: ApprovalRequest[] = []
  const spends: unknown[] = []
  let answer: Awaited<ReturnType<Approvals['spend']>> = 'spent'
  const approvals: Approvals = {
    request(_tenant, request) {
      approvalRequests.push(request)
      const expiresAt = new Date(now_ms + request.ttl_s * 1_000)
      return Promise.resolve({ requestId: 'request-1', expiresAt, requiredApprovals: request.minApprovals })
    },
    spend(_tenant, grant, bound) {
      spends.push({ ...grant, ...bound })
      return Promise.resolve(answer)
    },
  }
  const ports: AgenticPorts = { ...localPorts(clock), approvals }
  const config: AgenticConfig = {
    ...NO_AGENTIC_CONFIG,
    tenantId: 't',
    items: new Map([['tool_policy', new Map(Object.entries(policies) as [string, Record<string, unknown>][])]]),
    ...over,
  }
  const check = (givenToolCall: PartialToolCall, changed: Partial<AgenticPorts> = {}) =>
    runChain(chain, compileAgentic(config.guardrails, chain, config.mode), makeToolCall(givenToolCall), {
      config,
      ports: { ...ports, ...changed },
      clock,
      requestId: 'r',
    })
  return {
    check,
    asked: approvalRequests,
    spends,
    ports,
    answer: (next: typeof answer) => void (answer = next),
    pass: (seconds: number) => void (now_ms += seconds * 1_000),
  }
}

const always = { pay: { approval: { min_approvals: 2, ttl_seconds: 60 } } }
const pay: PartialToolCall = { tool: 'pay', args: { amount: 5 }, agentKey: 'bot' }

describe('step 8', () => {
  proves(
    ['guard:states.approval-answer', 'guard:tool-verdict.message-on-approval', 'guard:tool-policies.approval'],
    'a call that needs an approval returns the id of the request',
    async () => {
      const { check, asked } = world(always)
      const verdict = await check(pay)
      expect(verdict).toMatchObject({
        allowed: false,
        action: 'require_approval',
        message: expect.stringContaining('"pay"') as string,
        extra: { request_id: 'request-1', required_approvals: 2, expires_at: new Date(1_060_000).toISOString() },
      })
      expect(asked).toMatchObject([
        { minApprovals: 2, ttl_s: 60, argumentsHash: canonicalHash(pay.args), askedIn: 'r' },
      ])
      expect(verdict.results.map(({ guardrail }) => guardrail)).toEqual(['approval_workflow'])
    },
  )

  test('a grant is spent and the call passes', async () => {
    const { check, asked, spends } = world(always)
    expect(await check({ ...pay, grantId: 'g' })).toMatchObject({ allowed: true, extra: {} })
    expect(await check({ ...pay, approvalRequestId: 'q' })).toMatchObject({ allowed: true })
    expect(spends).toMatchObject([
      { grantId: 'g', agentKey: 'bot', tool: 'pay' },
      { requestId: 'q', agentKey: 'bot', tool: 'pay' },
    ])
    expect(asked).toEqual([])
  })

  test.each(['unknown', 'mismatch', 'expired', 'consumed', 'pending', 'denied'] as const)(
    'a grant that is %s blocks, and no request is created',
    async (state) => {
      const { check, asked, answer } = world(always)
      answer(state)
      expect(await check({ ...pay, grantId: 'g' })).toMatchObject({ allowed: false, action: 'block', extra: {} })
      expect(asked).toEqual([])
    },
  )

  test('a pending request is reported as pending, and a closed request blocks', async () => {
    const { check, answer } = world(always)
    answer('pending')
    expect(await check({ ...pay, approvalRequestId: 'q' })).toMatchObject({
      action: 'require_approval',
      extra: { request_id: 'request-1' },
    })
    answer('denied')
    expect(await check({ ...pay, approvalRequestId: 'q' })).toMatchObject({ action: 'block' })
  })

  test('a supplied grant is checked even if none is required', async () => {
    const { check, answer } = world()
    expect(await check(pay)).toMatchObject({ allowed: true })
    answer('unknown')
    expect(await check({ ...pay, grantId: 'made-up' })).toMatchObject({ action: 'block' })
  })

  test('in monitor mode no request is created and no grant is consumed', async () => {
    const { check, asked, spends } = world(always, { mode: 'monitor' })
    for (const value of [pay, { ...pay, grantId: 'g' }]) {
      expect(await check(value)).toMatchObject({
        allowed: true,
        action: 'pass',
        would: { action: 'require_approval', block: true },
        extra: {},
      })
    }
    expect([asked, spends]).toEqual([[], []])
  })

  test('without approvers the call is refused', async () => {
    const { check, ports } = world(always)
    const { approvals: _, ...without } = ports
    expect(await check(pay, without)).toMatchObject({ action: 'require_approval' })
    expect(await check(pay, { approvals: undefined as never })).toMatchObject({ allowed: false, action: 'block' })
  })

  test('a failure of the store is a block', async () => {
    const { check, ports } = world(always)
    const approvals: Approvals = { ...ports.approvals!, request: () => Promise.reject(new Error('down')) }
    expect(await check(pay, { approvals })).toMatchObject({ allowed: false, action: 'block' })
  })
})

describe('confirmation', () => {
  test.each([
    ['delete_account', {}, true],
    ['crm/DeleteAccounts', {}, true],
    ['bulk-export', {}, true],
    ['admin.modify_permissions', {}, true],
    ['purgeData', {}, true],
    ['db', { action: 'purge_data' }, true],
    ['wipe_disk', {}, true],
    ['hr.wipeDisk', {}, true],
    ['danger.anything', {}, true],
    ['deleteaccount', {}, true],
    ['DELETEACCOUNT', {}, true],
    ['crm.bulkexport', {}, true],
    ['delete_account_v2', {}, true],
    ['delete_all_accounts', {}, true],
    ['run', { action: `delete_account${' '.repeat(190)}` }, true],
    ['run', { action: `${'x '.repeat(3_000)}delete_account` }, true],
    ['run', { action: 'x '.repeat(9_000) }, true],
    ['run', { action: ['delete_account'] }, true],
    ['run', { action: { name: 'delete_account' } }, true],
    ['run', { action: { delete_account: {} } }, true],
    ['run', { Action: 'delete_account' }, true],
    ['run', { params: [{ operationName: 'delete_account' }] }, true],
    ['run', { action: 'DELETEACCOUNT' }, true],
    ['run', { action: 'DeLeTeAccount' }, true],
    ['run', { action: 'delete_\u0430ccount' }, true],
    ['run', { action: 'delete_\u200baccount' }, true],
    ['run', { action: 'delete account now' }, true],
    ['run', { action: 'Please delete my account' }, true],
    ['run', { action: 'Danger.one' }, true],
    ['delete_account_note', {}, false],
    ['delete_account_draft', {}, false],
    ['undelete_account', {}, false],
    ['accounts_delete_preview', {}, false],
    ['purge_database_cache_entry', {}, false],
    ['bulk_exporter_status', {}, false],
    ['create_account', { action: 'create_account' }, false],
    ['run', { action: 'delete_account_note' }, false],
    ['run', { action: 'export', format: 'bulk' }, false],
    ['run', { action: 'modify the permission text' }, false],
    ['run', { text: 'how do I delete account' }, false],
    ['run', { transaction: 'purge_data' }, false],
    ['run', { method: 'POST', reaction: 'delete_account' }, false],
    ['read_account', { action: 'read' }, false],
  ])('of %s %j is asked for: %s', async (tool, args, sensitive) => {
    const { check } = world(
      {},
      {
        guardrails: {
          sensitive_action_confirmation: { settings: { actions: ['wipe_disk', 'danger.*'] } },
        },
      },
    )
    const verdict = await check({ tool, args })
    expect(verdict.action).toBe(sensitive ? 'require_approval' : 'pass')
    expect('confirmation_token' in verdict.extra).toBe(sensitive)
  })

  test('the token allows the same call once', async () => {
    const { check } = world()
    const call: PartialToolCall = { tool: 'delete_account', args: { id: 1 }, agentKey: 'bot' }
    const { extra } = await check(call)
    const confirmationToken = String(extra['confirmation_token'])
    for (const other of [{ args: { id: 2 } }, { agentKey: 'eve' }, { tool: 'purge_data' }]) {
      expect(await check({ ...call, ...other, confirmationToken })).toMatchObject({ action: 'require_approval' })
    }
    const tries = await Promise.all(Array.from({ length: 20 }, () => check({ ...call, confirmationToken })))
    expect(tries.filter(({ allowed }) => allowed)).toHaveLength(1)
  })

  proves('guard:confirmation.300s', 'the token ends after 300 seconds', async () => {
    const { check, pass } = world()
    const call: PartialToolCall = { tool: 'delete_account' }
    const tokens = [await check(call), await check(call)].map(({ extra }) => String(extra['confirmation_token']))
    pass(299)
    expect(await check({ ...call, confirmationToken: tokens[0] })).toMatchObject({ allowed: true })
    pass(1)
    expect(await check({ ...call, confirmationToken: tokens[1] })).toMatchObject({ allowed: false })
  })

  test('an approved call requires no confirmation', async () => {
    const { check } = world({ delete_account: { approval: {} } })
    const verdict = await check({ tool: 'delete_account', grantId: 'g' })
    expect(verdict).toMatchObject({ allowed: true })
    expect(verdict.results[1]).toMatchObject({ details: { confirmed_by: 'approval' } })
  })
})

describe('step 9', () => {
  const policies = { mail: { issue_capability: true } }

  test('issues a token for the call', async () => {
    const { check } = world(policies, { rbac: { roles: {}, agents: { bot: 'clerk' } } })
    const issued: unknown[] = []
    const capabilities = {
      issue: (...requests: unknown[]) => {
        issued.push(requests)
        return Promise.resolve({ cap_token: 'made-up', expires_in: 30 })
      },
    }
    const verdict = await check({ tool: 'mail', agentKey: 'bot', args: { a: 1 } }, { capabilities })
    expect(verdict).toMatchObject({ allowed: true, extra: { cap_token: 'made-up', expires_in: 30 } })
    const claims = { agent: 'bot', role: 'clerk', tool: 'mail', argsHash: canonicalHash({ a: 1 }), ttl_s: 30 }
    expect(issued).toMatchObject([['t', claims]])
    expect(await check({ tool: 'other' }, { capabilities })).toMatchObject({ allowed: true, extra: {} })
    expect(issued).toHaveLength(1)
  })

  test('blocks the call if no token can be issued', async () => {
    const { check } = world(policies)
    const verdict = await check({ tool: 'mail' })
    expect(verdict).toMatchObject({ allowed: false, action: 'block' })
    expect(verdict.results.at(-1)).toMatchObject({ guardrail: 'capability_issuance', details: { issued: false } })
  })
})
