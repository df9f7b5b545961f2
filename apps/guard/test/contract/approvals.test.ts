import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import {
  type Answer,
  makeKey,
  makeTeam,
  post,
  resultOf,
  resultsOf,
  send,
  serveWithKeys,
  type Served,
} from '../serve.ts'

/** Two instances on one database. */
let service: Served
let other: Served
beforeAll(async () => {
  service = await serveWithKeys()
  other = await serveWithKeys({ database: service.database })
})
afterAll(async () => {
  await other.close()
  await service.close()
})

const PATH = '/v1/tenant/me/agentic/approvals'
const pay = { agent_key: 'bot', tool_name: 'pay', tool_params: { amount: 500, to: 'kim@example.com' } }

/** Creates a tenant with tool policies, with functions for its approvers and agents. */
async function team(id: string, policies: object, rest: object = {}) {
  const key = await makeTeam(service.url, id, { plan: 'enterprise', ...rest })
  const headers = { 'x-api-key': key }
  const { key: runtime } = await makeKey(service.store, id, 'runtime')
  const put = await send(`${service.url}/v1/agents/tools/policies`, 'PUT', policies, headers)
  expect(put.status).toBe(200)
  const check = (body: unknown, on = service): Promise<Answer> =>
    post(`${on.url}/v1/shield/tool/check`, body, { 'x-api-key': runtime })
  const decide = (which: unknown, word: 'approve' | 'deny', body: object = { approver: 'ann', comment: 'fine' }) =>
    post(`${service.url}${PATH}/${String(which)}/${word}`, body, headers)
  const request = async (): Promise<string> => String((await check(pay)).body['request_id'])
  const grant = async () => {
    const { body } = await decide(await request(), 'approve')
    return body['grant'] as { readonly grant_id: string; readonly expires_at: string }
  }
  const read = (path: string): Promise<Answer> => send(`${service.url}${PATH}${path}`, 'GET', undefined, headers)
  return { key, runtime, check, decide, read, request, grant }
}

describe('a call that needs an approval', () => {
  proves(
    [
      'guard:states.approval-pending',
      'guard:states.approval-answer',
      'guard:tool-verdict.request-id',
      'guard:tool-verdict.message-on-approval',
      'guard:check.request-id',
      'guard:rules.chain.8-approval',
      'guard:approvals.list',
      'guard:approvals.one',
    ],
    'is answered with the id of a request that can be listed and read',
    async () => {
      const { check, read } = await team('asked', { pay: { approval: { min_approvals: 2 } } })
      const { status, body } = await check(pay)
      expect(status).toBe(200)
      expect(body).toMatchObject({ allowed: false, safe: false, action: 'require_approval', required_approvals: 2 })
      expect(body['message']).toContain('"pay"')
      expect(Date.parse(String(body['expires_at']))).toBeGreaterThan(Date.now() + 3_590_000)
      expect(resultsOf(body).at(-1)).toMatchObject({ guardrail: 'approval_workflow', action: 'require_approval' })
      const id = String(body['request_id'])
      expect((await check(pay)).body['request_id']).toBe(id)
      const list = await read('?status=pending')
      expect(list.body['approvals']).toMatchObject([{ id, status: 'pending', tool_name: 'pay', agent_key: 'bot' }])
      expect((await read(`/${id}`)).body).toMatchObject({
        id,
        request_id: id,
        status: 'pending',
        required_approvals: 2,
        approvals: 0,
        arguments: pay.tool_params,
      })
      expect((await read('?status=approved')).body['approvals']).toEqual([])
      expect((await check({ ...pay, tool_name: 'other' })).body).not.toHaveProperty('request_id')
    },
  )

  proves(
    [
      'guard:states.grant-consumed',
      'guard:approvals.decide',
      'guard:approvals.answer-grant',
      'guard:approvals.grant-900s',
      'guard:check.grant-names',
    ],
    'passes once with the grant of an approval, under each of its names',
    async () => {
      const { check, grant, read } = await team('granted', { pay: { approval: {} } })
      for (const name of ['grant_id', 'execution_grant_id', 'approval_grant']) {
        const { grant_id, expires_at } = await grant()
        const left_s = (Date.parse(expires_at) - Date.now()) / 1_000
        expect(left_s).toBeGreaterThan(890)
        expect(left_s).toBeLessThanOrEqual(900)
        const passed = await check({ ...pay, [name]: grant_id })
        expect(passed.body).toMatchObject({ allowed: true, action: 'pass' })
        expect(resultOf(passed, 'approval_workflow')).toMatchObject({ details: { approved: true } })
        expect((await check({ ...pay, [name]: grant_id })).body).toMatchObject({ allowed: false, action: 'block' })
      }
      expect((await read('?status=consumed')).body['total']).toBe(3)
    },
  )

  proves(
    ['guard:states.grant-invalid-blocks', 'guard:approvals.grant-bound'],
    'with a grant of something else is blocked, and the grant stays',
    async () => {
      const { check, grant, read } = await team('bound', { '*': { approval: {} } })
      const { grant_id } = await grant()
      for (const changed of [
        { agent_key: 'eve' },
        { tool_name: 'other' },
        { tool_params: { ...pay.tool_params, amount: 501 } },
        { grant_id: 'made-up' },
      ]) {
        const answer = await check({ ...pay, grant_id, ...changed })
        expect(answer.body).toMatchObject({ allowed: false, action: 'block' })
        expect(answer.body).not.toHaveProperty('request_id')
      }
      expect((await read('?status=approved')).body['total']).toBe(1)
      // The order of members is not another call.
      const { amount, to } = pay.tool_params
      expect((await check({ ...pay, tool_params: { to, amount }, grant_id })).body).toMatchObject({ allowed: true })
    },
  )

  proves('guard:approvals.by-request-id', 'passes once with the id of its request', async () => {
    const { check, decide, request } = await team('by-request', { pay: { approval: {} } })
    const approval_request_id = await request()
    expect((await check({ ...pay, approval_request_id })).body).toMatchObject({
      action: 'require_approval',
      request_id: approval_request_id,
    })
    await decide(approval_request_id, 'approve')
    expect((await check({ ...pay, approval_request_id })).body).toMatchObject({ allowed: true })
    expect((await check({ ...pay, approval_request_id })).body).toMatchObject({ action: 'block' })
  })

  proves('guard:approvals.second-409', 'is decided once', async () => {
    const { decide, request } = await team('once', { pay: { approval: {} } })
    const id = await request()
    expect(await decide(id, 'deny')).toMatchObject({ status: 200, body: { success: true, status: 'denied' } })
    for (const word of ['approve', 'deny'] as const) {
      const answer = await decide(id, word, { approver: 'bob' })
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } })
    }
    expect(await decide('no-such-thing', 'approve')).toMatchObject({ status: 404 })
    expect(await decide(id, 'approve', {})).toMatchObject({ status: 422 })
  })

  test('that has expired cannot be approved', async () => {
    const { decide, request, read } = await team('late', { pay: { approval: { ttl_seconds: 1 } } })
    const id = await request()
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect(await decide(id, 'approve')).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect((await read(`/${id}`)).body).toMatchObject({ status: 'expired' })
  })

  test('with several approvers has a grant after all of them approve', async () => {
    const { check, decide, request } = await team('several', { pay: { approval: { min_approvals: 2 } } })
    const id = await request()
    const first = await decide(id, 'approve')
    expect(first.body).toMatchObject({ status: 'pending' })
    expect(first.body).not.toHaveProperty('grant')
    expect((await check({ ...pay, approval_request_id: id })).body).toMatchObject({ action: 'require_approval' })
    expect((await decide(id, 'approve', { approver: 'Ann' })).status).toBe(409)
    // The holder of a key may enter any name.
    const sameKey = await decide(id, 'approve', { approver: 'bob' })
    expect(sameKey).toMatchObject({ status: 409, body: { error: 'conflict' } })
    const { key: another } = await makeKey(service.store, 'several', 'admin')
    const withAnother = (approver: string) =>
      post(`${service.url}${PATH}/${id}/approve`, { approver }, { 'x-api-key': another })
    expect((await withAnother('ANN')).status).toBe(409)
    const second = await withAnother('bob')
    expect(second.body).toMatchObject({ status: 'approved', grant: { grant_id: expect.any(String) as string } })
  })

  test('may be denied with the key that approved it', async () => {
    const { decide, request } = await team('regret', { pay: { approval: { min_approvals: 2 } } })
    const id = await request()
    await decide(id, 'approve')
    expect((await decide(id, 'deny', { approver: 'bob' })).body).toMatchObject({ status: 'denied' })
  })

  test('accepts several approvers with one key if the team allows it', async () => {
    const agentic_guardrails = { approval_workflow: { enabled: true, settings: { distinct_keys: false } } }
    const { decide, request } = await team(
      'shared',
      { pay: { approval: { min_approvals: 2 } } },
      { agentic_guardrails },
    )
    const id = await request()
    await decide(id, 'approve')
    expect((await decide(id, 'approve', { approver: 'bob' })).body).toMatchObject({ status: 'approved' })
  })

  proves(
    'guard:approvals.admin-scope',
    'is decided with a key of scope admin alone, which alone sees arguments',
    async () => {
      const { request, runtime, key } = await team('scopes', { pay: { approval: {} } })
      const id = await request()
      const vote = { approver: 'ann' }
      const headers = { 'x-api-key': runtime }
      expect(await post(`${service.url}${PATH}/${id}/approve`, vote, headers)).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
      await post(`${service.url}${PATH}/${id}/approve`, vote, { 'x-api-key': key })
      const seen = await send(`${service.url}${PATH}/${id}`, 'GET', undefined, headers)
      expect(seen.body).toMatchObject({ status: 'approved' })
      expect(seen.text).not.toContain('kim@example.com')
      expect(seen.body).not.toHaveProperty('grant')
    },
  )

  proves(
    'guard:approvals.spent-atomically',
    'passes once for any number of simultaneous checks on two instances with its grant',
    async () => {
      const { check, grant } = await team('race', { pay: { approval: {}, rate_limit: { limit: 1_000_000 } } })
      for (let round = 0; round < 5; round++) {
        const { grant_id } = await grant()
        const verdicts = await Promise.all(
          Array.from({ length: 20 }, (_, at) => check({ ...pay, grant_id }, at % 2 ? service : other)),
        )
        expect(verdicts.filter(({ body }) => body['allowed'] === true)).toHaveLength(1)
        expect(verdicts.filter(({ body }) => body['action'] === 'block')).toHaveLength(19)
      }
    },
  )

  test('requires approval only if all conditions of the policy match; bad conditions fail at save', async () => {
    const when = [
      { path: 'amount', op: 'gt', value: 100 },
      { path: 'to', op: 'matches', value: '@example\\.com$' },
    ]
    const { check, key } = await team('when', { pay: { approval: { when } } })
    expect((await check(pay)).body).toMatchObject({ action: 'require_approval' })
    expect((await check({ ...pay, tool_params: { ...pay.tool_params, amount: 5 } })).body['action']).toBe('pass')
    const bad = { pay: { approval: { when: [{ path: 'a', op: 'matches', value: '(a)\\1' }] } } }
    const put = await send(`${service.url}/v1/agents/tools/policies`, 'PUT', bad, { 'x-api-key': key })
    expect(put.status).toBe(422)
    expect(put.text).toContain('approval')
  })

  test('creates no request in monitor mode', async () => {
    const { check, read } = await team('watched', { pay: { approval: {} } }, { mode: 'monitor' })
    const { body } = await check(pay)
    expect(body).toMatchObject({ allowed: true, action: 'pass', would_action: 'require_approval', would_block: true })
    expect(body).not.toHaveProperty('request_id')
    expect((await read('')).body['approvals']).toEqual([])
  })

  test('is paged through', async () => {
    const { check, read } = await team('pages', { pay: { approval: {} } })
    for (let amount = 1; amount <= 5; amount++) await check({ ...pay, tool_params: { amount } })
    const amounts: unknown[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const { body } = await read(`?limit=2${cursor}`)
      expect(body['total']).toBe(5)
      for (const item of body['approvals'] as { arguments: { amount: number } }[]) amounts.push(item.arguments.amount)
      cursor = `&cursor=${String(body['next_cursor'])}`
    }
    expect(amounts).toEqual([5, 4, 3, 2, 1])
    expect(cursor).toBe('&cursor=null')
    expect((await read('?status=nonsense')).status).toBe(422)
    expect((await read('?cursor=nonsense')).status).toBe(422)
    expect((await read('?status=denied')).body['total']).toBe(0)
  })

  test('is in the audit log with all that became of it, and its arguments are not', async () => {
    const { check, grant, key } = await team('audited', { pay: { approval: {} } })
    const { grant_id } = await grant()
    await check({ ...pay, grant_id })
    const audit = await send(`${service.url}/v1/tenant/me/audit?limit=200`, 'GET', undefined, { 'x-api-key': key })
    const entries = audit.body['entries'] as { action: string; actor: string }[]
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('approval.'))
    expect(actions.toReversed()).toEqual(['approval.request', 'approval.approve', 'approval.consume'])
    expect(audit.text).not.toContain('kim@example.com')
  })
})
