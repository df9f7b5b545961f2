import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeKey, post, resultOf, serveWithKeys, type Served } from '../serve.ts'
import { agentTeam, lastResult, settingsOf } from './agent-team.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

describe('POST /v1/shield/agent/check', () => {
  proves(
    ['guard:endpoints.agent-check', 'guard:names.data-access-guard', 'guard:identity.one-namespace'],
    'judges agent, role and resource',
    async () => {
      const { check } = await agentTeam(
        service,
        'access',
        {
          rbac: {
            roles: { clerk: { data_clearance: 'internal' }, boss: { data_clearance: 'restricted' } },
            agents: { bot: 'clerk' },
          },
          ...settingsOf('data_access_guard', { resources: [{ pattern: 'salaries/*', classification: 'restricted' }] }),
        },
        [
          { agent_id: 'bot', tools: ['orders_*'], agent_permissions: { planner: ['read:orders/1'] } },
          { agent_id: 'planner' },
        ],
      )
      const ask = (body: object, headers: Readonly<Record<string, string>> = {}) =>
        check('agent/check', { agent_key: 'bot', action: 'read', resource: 'orders/1', ...body }, headers)
      expect((await ask({})).body).toMatchObject({ allowed: true, safe: true, action: 'pass', mode: 'enforce' })
      const cases = [
        [{ resource: 'salaries/1' }, 'clearance'],
        [{ resource: 'Salaries%2F1' }, 'clearance'],
        [{ resource: '../salaries/1' }, 'traversal'],
        [{ action: 'refund' }, 'toolset'],
        [{ user_role: 'stranger' }, 'role'],
        [{ agent_key: 'nobody' }, 'unknown_agent'],
        [{ source_agent: 'planner', resource: 'orders/2' }, 'delegation'],
        [{ data_classification: 'secret' }, 'clearance'],
      ] as const
      for (const [body, category] of cases) {
        const answer = await ask(body)
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({ allowed: false, action: 'block', message: expect.any(String) as string })
        expect(lastResult(answer)).toMatchObject({ category })
      }
      expect((await ask({ resource: 'salaries/1', user_role: 'boss' })).body['allowed']).toBe(true)
      expect((await ask({ source_agent: 'planner' })).body['allowed']).toBe(true)
      expect((await ask({ agent_key: undefined, agent_id: 'bot' })).body['allowed']).toBe(true)
      expect(lastResult(await ask({}, { 'x-agent-key': 'planner' }))).toMatchObject({ category: 'impersonation' })
    },
  )

  test('asks for an action and a resource', async () => {
    const { check } = await agentTeam(service, 'access-bad')
    for (const body of [
      {},
      { action: 'read' },
      { resource: 'x' },
      { action: '', resource: 'x' },
      { action: 'a', resource: 1 },
    ]) {
      expect((await check('agent/check', { agent_key: 'a', ...body })).status).toBe(422)
    }
    // Names of inherited object members are ordinary names.
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const body = { agent_key: name, action: 'read', resource: name, user_role: name, source_agent: name }
      expect((await check('agent/check', body)).status).toBe(200)
    }
  })
})

describe('POST /v1/shield/action/check', () => {
  proves(
    ['guard:endpoints.action-check', 'guard:names.action-guard', 'guard:resolution.agentic-key'],
    'judges an action by the lists, limits and kinds',
    async () => {
      const { check } = await agentTeam(
        service,
        'actions',
        settingsOf('action_guard', {
          denied_actions: ['wire_*'],
          numeric_limits: [{ action: 'refund', path: 'amount', max: 100, over: 'block' }],
        }),
      )
      const act = (action: string, rest: object = {}) => check('action/check', { agent_key: 'a', action, ...rest })
      expect((await act('read_file')).body).toMatchObject({ allowed: true, action: 'pass' })
      expect((await act('wire_money')).body).toMatchObject({ allowed: false, action: 'block' })
      expect((await act('refund', { params: { amount: 101 } })).body).toMatchObject({ action: 'block' })
      expect((await act('refund', { arguments: { amount: 99 } })).body).toMatchObject({ allowed: true, action: 'warn' })
      expect((await act('delete_database')).body).toMatchObject({ allowed: false, action: 'require_approval' })
      expect((await act('read_file', { risk: 'critical' })).body).toMatchObject({ action: 'require_approval' })
      for (const risk of ['huge', 2, -1]) expect((await act('read_file', { risk })).status).toBe(422)
    },
  )

  test('an unknown setting is rejected at save', async () => {
    const { call } = await agentTeam(service, 'actions-bad')
    const put = (settings: object) =>
      call('PUT', '/v1/tenant/me/policies', {
        input_guardrails: {},
        output_guardrails: {},
        ...settingsOf('action_guard', settings),
      })
    for (const settings of [
      { denied: [] },
      { denied_actions: ['*'.repeat(20)] },
      { class_actions: { no_such: 'block' } },
    ]) {
      expect((await put(settings)).status).toBe(422)
    }
    expect((await put({ denied_actions: ['x'] })).status).toBe(200)
  })

  test('a call that requires approval passes once with its grant', async () => {
    const { check, call } = await agentTeam(service, 'approvals')
    const act = (rest: object = {}) =>
      check('action/check', { agent_key: 'a', action: 'delete_database', params: { name: 'orders' }, ...rest })
    const answer = await act()
    const id = answer.body['request_id'] as string
    expect(answer.body).toMatchObject({
      action: 'require_approval',
      required_approvals: 1,
      expires_at: expect.any(String) as string,
    })
    expect((await act()).body['request_id']).toBe(id)
    const approved = await call('POST', `/v1/tenant/me/agentic/approvals/${id}/approve`, {
      approver: 'ann',
      comment: 'ok',
    })
    expect(approved.status).toBe(200)
    const { grant_id } = approved.body['grant'] as { grant_id: string }
    expect((await act({ grant_id, params: { name: 'customers' } })).body).toMatchObject({ action: 'block' })
    const both = await Promise.all([act({ grant_id }), act({ grant_id })])
    expect(both.filter(({ body }) => body['allowed'] === true)).toHaveLength(1)
    expect((await act({ grant_id })).body).toMatchObject({ action: 'block' })
  })
})

describe('a sensitive action', () => {
  test('is confirmed once by the token in the response', async () => {
    const { check } = await agentTeam(service, 'confirms')
    const act = (rest: object = {}) => check('action/check', { agent_key: 'a', action: 'delete_account', ...rest })
    const answer = await act()
    expect(answer.body).toMatchObject({ allowed: false, action: 'require_approval' })
    expect(resultOf(answer, 'sensitive_action_confirmation')).toMatchObject({ passed: false })
    const confirmation_token = answer.body['confirmation_token'] as string
    expect((await act({ confirmation_token, params: { id: 7 } })).body['allowed']).toBe(false)
    expect((await act({ confirmation_token })).body['allowed']).toBe(true)
    expect((await act({ confirmation_token })).body['allowed']).toBe(false)
    const second = (await act()).body['confirmation_token'] as string
    const confirm = () =>
      check('tool/confirm', { agent_key: 'a', action: 'delete_account', confirmation_token: second })
    expect((await confirm()).body['allowed']).toBe(true)
    expect((await confirm()).body['allowed']).toBe(false)
  })
})

describe('POST /v1/shield/agent/budget', () => {
  const limits = { max_tokens_per_session: 100, max_cost_usd_per_day: 1, max_tool_calls_per_session: 10 }

  proves(
    ['guard:endpoints.agent-budget', 'guard:budget.body', 'guard:budget.answer'],
    'charges reported usage and returns the used and remaining budget',
    async () => {
      const { check } = await agentTeam(service, 'budget', settingsOf('agent_budget', limits))
      const charge = (body: object) => check('agent/budget', { agent_key: 'a', session_id: 's', ...body })
      expect((await charge({ tokens: 60, cost_usd: 0.25, tool_calls: 2 })).body).toMatchObject({
        allowed: true,
        usage: { tokens: 60, cost_usd: 0.25, tool_calls: 2, day: { tokens: 60, cost_usd: 0.25, tool_calls: 2 } },
        remaining: { tokens: 40, cost_usd: 0.75, tool_calls: 8, session: { cost_usd: null }, day: { tokens: null } },
      })
      const refused = await charge({ tokens: 41 })
      expect(refused).toMatchObject({ status: 429, body: { allowed: false, action: 'block', usage: { tokens: 60 } } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(lastResult(refused)).toMatchObject({ category: 'budget_exceeded', details: { span: 'session' } })
      expect((await charge({ session_id: 't', cost_usd: 0.76 })).status).toBe(429)
      expect((await charge({ agent_key: 'b', cost_usd: 0.76 })).status).toBe(200)
    },
  )

  test.each([
    { tokens: -1 },
    { tokens: 0.5 },
    { tokens: 1e300 },
    { tokens: '5' },
    { cost_usd: -0.01 },
    { cost_usd: 1e12 },
    { tool_calls: -3 },
    { tool_calls: Array.from({ length: 101 }, () => ({ name: 'x' })) },
  ])('%j is refused', async (body) => {
    const { check } = await agentTeam(service, `bad-${crypto.randomUUID().slice(0, 8)}`)
    expect((await check('agent/budget', { agent_key: 'a', session_id: 's', ...body })).status).toBe(422)
  })

  test('a non-JSON number makes the body invalid', async () => {
    const { key } = await agentTeam(service, 'nan')
    const body = '{"agent_key":"a","session_id":"s","tokens":NaN}'
    expect((await post(`${service.url}/v1/shield/agent/budget`, body, { 'x-api-key': key })).status).toBe(400)
  })

  proves('guard:budget.loops', 'detects a repeated call', async () => {
    const { check } = await agentTeam(service, 'loops', settingsOf('agent_budget', { loop_repeats: 3 }))
    const charge = (body: object) => check('agent/budget', { agent_key: 'a', session_id: 's', tool_calls: 1, ...body })
    const second = { tool_name: 'search', tool_params: { q: 'x', page: 1 } }
    const same = { tool_name: 'search', tool_params: { page: 1, q: 'x' } }
    expect((await charge(second)).body['allowed']).toBe(true)
    expect((await charge(same)).body['allowed']).toBe(true)
    const refused = await charge(second)
    expect(refused).toMatchObject({ status: 200, body: { allowed: false, usage: { tool_calls: 2 } } })
    expect(lastResult(refused)).toMatchObject({ category: 'loop', details: { loop: { period: 1, times: 3 } } })
    const calls = ['x', 'y', 'x', 'y', 'x', 'y'].map((name, id) => ({ id, function: { name, arguments: '{}' } }))
    expect(lastResult(await charge({ session_id: 't', tool_calls: calls }))).toMatchObject({
      details: { loop: { period: 2 } },
    })
  })

  test('concurrent requests never exceed a limit together', async () => {
    const { check } = await agentTeam(service, 'parallel', settingsOf('agent_budget', { max_tokens_per_session: 50 }))
    const charge = (tokens: number) => check('agent/budget', { agent_key: 'a', session_id: 's', tokens })
    const answers = await Promise.all(Array.from({ length: 30 }, () => charge(7)))
    const admitted = answers.filter(({ body }) => body['allowed'] === true).length * 7
    expect(admitted).toBeLessThanOrEqual(50)
    expect((await charge(0)).body).toMatchObject({ usage: { tokens: admitted } })
  })

  proves('guard:limits.role-tokens', 'limits the tokens of one request per role', async () => {
    const { check } = await agentTeam(service, 'roles', { rbac: { roles: { user: { max_tokens_per_request: 10 } } } })
    const charge = (body: object) => check('agent/budget', { agent_key: 'a', session_id: 's', tokens: 11, ...body })
    expect(await charge({ user_role: 'user' })).toMatchObject({ status: 200, body: { allowed: false } })
    expect((await charge({})).body['allowed']).toBe(true)
  })

  proves('guard:check.monitor', 'a monitored tenant gets the decision of enforce mode and its usage', async () => {
    const { check } = await agentTeam(service, 'seen', {
      mode: 'monitor',
      ...settingsOf('agent_budget', { max_tokens_per_session: 1 }),
    })
    const answer: Answer = await check('agent/budget', { agent_key: 'a', session_id: 's', tokens: 5 })
    expect(answer).toMatchObject({
      status: 200,
      body: { allowed: true, action: 'pass', would_action: 'block', would_block: true, usage: { tokens: 5 } },
    })
  })

  test('tenants have counters of their own', async () => {
    const item = await agentTeam(service, 'mine', settingsOf('agent_budget', limits))
    const two = await agentTeam(service, 'yours', settingsOf('agent_budget', limits))
    const body = { agent_key: 'a', session_id: 's', tokens: 90 }
    await item.check('agent/budget', body)
    expect((await two.check('agent/budget', body)).body).toMatchObject({ allowed: true, usage: { tokens: 90 } })
  })
})

test('keys of scope runtime may ask', async () => {
  await agentTeam(service, 'runtime')
  const { key } = await makeKey(service.store, 'runtime', 'runtime')
  const ask = (path: string, body: object) => post(`${service.url}/v1/shield/${path}`, body, { 'x-api-key': key })
  expect((await ask('agent/check', { agent_key: 'a', action: 'read', resource: 'x' })).status).toBe(200)
  expect((await ask('action/check', { agent_key: 'a', action: 'read' })).status).toBe(200)
  expect((await ask('agent/budget', { agent_key: 'a', session_id: 's' })).status).toBe(200)
})
