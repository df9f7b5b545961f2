import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { resultOf, serveWithKeys, type Served } from '../serve.ts'
import { FIRST_STEPS, makeToolTeam, stepsOf, type ToolTeam } from '../tool-team.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

function team(id: string, policies: object = {}, rest: object = {}, agents: readonly object[] = []): Promise<ToolTeam> {
  return makeToolTeam(service.url, id, policies, rest, agents)
}

describe('the steps', () => {
  proves(
    ['guard:rules.chain.1-kill-switch', 'guard:names.tool-killswitch', 'guard:tool-verdict.message-on-kill-switch'],
    'a disabled tool is denied before any other step',
    async () => {
      const { check, configure } = await team('switched-off', { x: { argument_schema: { required: ['a'] } } })
      await configure('POST', '/v1/shield/tools/x/disable', { reason: 'fraud wave' })
      const answer = await check({ tool_name: 'x' })
      expect(answer.body).toMatchObject({
        allowed: false,
        action: 'block',
        reason: 'fraud wave',
        disabled_by: expect.any(String) as string,
        message: 'Tool "x" is disabled: fraud wave.',
      })
      expect(stepsOf(answer)).toEqual(FIRST_STEPS.slice(0, 2))
      await configure('POST', '/v1/shield/tools/x/enable', { reason: 'over' })
      expect((await check({ tool_name: 'x', tool_params: { a: 1 } })).body['allowed']).toBe(true)
    },
  )

  proves(
    ['guard:rules.chain.5-arguments', 'guard:names.tool-call-validation', 'guard:tool-policies.argument-schema'],
    'arguments are validated against the schema: types, ranges, required fields',
    async () => {
      const { check } = await team('schema', {
        refund: {
          argument_schema: {
            properties: {
              amount: { type: 'number', maximum: 100 },
              lines: { items: { properties: { sku: { type: 'string' } } } },
            },
            required: ['amount'],
          },
        },
      })
      const report = async (tool_params: object) =>
        resultOf(await check({ tool_name: 'refund', tool_params }), 'tool_call_validation')?.['message']
      expect(await report({ amount: 5 })).toBe('')
      expect(await report({})).toBe('Argument "amount" is required.')
      expect(await report({ amount: '5' })).toBe('Argument "amount" must be number.')
      expect(await report({ amount: 101 })).toBe('Argument "amount" must be <= 100.')
      expect(await report({ amount: 5, lines: [{ sku: 1 }] })).toBe('Argument "lines.0.sku" must be string.')
    },
  )

  test("calls are limited to the tenant's tool list if no policy has a schema", async () => {
    const { check, configure } = await team('listed')
    const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }
    await configure('PUT', '/v1/tenant/me/tools', { tools: [{ function: { name: 'search', parameters } }] })
    await expect
      .poll(async () => (await check({ tool_name: 'search' })).body['allowed'], { timeout: 20_000 })
      .toBe(false)
    expect((await check({ tool_name: 'search', tool_params: { q: 'x' } })).body['allowed']).toBe(true)
    expect((await check({ tool_name: 'search', tool_schema: {} })).body['allowed']).toBe(false)
  })

  proves(
    [
      'guard:rules.chain.6-parameter-policies',
      'guard:tool-policies.dotted-paths',
      'guard:tool-policies.numeric-limits',
      'guard:tool-policies.regex-rules',
      'guard:tool-policies.max-string-lengths',
      'guard:tool-policies.allowed-values',
    ],
    'rules on single arguments apply at dotted paths',
    async () => {
      const { check } = await team('parameters', {
        refund: {
          parameter_policy: {
            required_fields: ['order.id'],
            forbidden_fields: ['order.internal'],
            allowed_values: { 'order.currency': ['EUR'] },
            numeric_limits: { 'order.lines.price': { min: 0, max: 10 } },
            regex_rules: { 'order.id': '^A-\\d+$' },
            max_string_lengths: { note: 5 },
          },
        },
      })
      const report = async (order: object, rest: object = {}) =>
        resultOf(
          await check({ tool_name: 'refund', tool_params: { order: { id: 'A-1', ...order }, ...rest } }),
          'parameter_policy',
        )?.['message']
      expect(await report({ currency: 'EUR', lines: [{ price: 10 }] }, { note: 'short' })).toBe('')
      expect(await report({ id: null })).toBe('Argument "order.id" is required.')
      expect(await report({ internal: false })).toBe('Argument "order.internal" is forbidden.')
      expect(await report({ currency: 'USD' })).toBe('Argument "order.currency" is not an allowed value.')
      expect(await report({ lines: [{ price: 1 }, { price: 11 }] })).toBe(
        'Argument "order.lines.1.price" must be at most 10.',
      )
      expect(await report({ id: 'B-1' })).toBe('Argument "order.id" does not match its pattern.')
      expect(await report({}, { note: 'longer' })).toBe('Argument "note" is longer than 5 characters.')
    },
  )

  proves(
    [
      'guard:rules.chain.7-workflow',
      'guard:names.tool-use-control',
      'guard:tool-policies.workflow',
      'guard:tool-policies.transitions',
    ],
    'calls of a session keep their order',
    async () => {
      const { check } = await team('workflow', {
        send: { workflow: { require_before: ['read'], allowed_transitions: [['read', 'send']] } },
      })
      const call = async (tool_name: string) => (await check({ tool_name, session_id: 's' })).body['allowed']
      expect([await call('send'), await call('read'), await call('other'), await call('send')]).toEqual([
        false,
        true,
        true,
        false,
      ])
      expect([await call('read'), await call('send')]).toEqual([true, true])
      expect(resultOf(await check({ tool_name: 'send' }), 'tool_use_control')).toMatchObject({ category: 'no_session' })
    },
  )

  proves(
    ['guard:states.breaker-open-blocks', 'guard:rules.chain.2-circuit-breaker'],
    'a repeatedly failing tool is denied directly after the kill switch step',
    async () => {
      const { check, configure } = await team('off', { x: { argument_schema: { required: ['a'] } } })
      const failed = { tool_name: 'x', success: false }
      const report = '/v1/tenant/me/agentic/circuit-breakers/report'
      for (let failure = 0; failure < 3; failure++) await configure('POST', report, failed)
      const answer = await check({ tool_name: 'x' })
      expect(answer.body).toMatchObject({ allowed: false, action: 'block' })
      expect(stepsOf(answer)).toEqual(FIRST_STEPS.slice(0, 3))
    },
  )
})

describe('limits of calls', () => {
  proves(
    [
      'guard:errors.429-tool-rate',
      'guard:limits.tool-window',
      'guard:check.rate-429',
      'guard:rules.chain.4-rate-limit',
      'guard:names.tool-call-rate-limiting',
      'guard:tool-policies.rate-limit',
    ],
    'a full window of a tool is a 429 with the verdict as body and Retry-After, for that agent and tool alone',
    async () => {
      const { check } = await team('rates', { x: { rate_limit: { limit: 2, window_seconds: 60 } }, y: {} })
      const call = (agent_key: string, tool_name = 'x') => check({ agent_key, tool_name })
      expect([(await call('a')).status, (await call('a')).status]).toEqual([200, 200])
      const refused = await call('a')
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({ allowed: false, action: 'block', mode: 'enforce' })
      expect(resultOf(refused, 'tool_call_rate_limiting')).toMatchObject({ passed: false })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
      expect([(await call('b')).status, (await call('a', 'y')).status]).toEqual([200, 200])
    },
  )

  proves(
    ['guard:check.rate-429', 'guard:role.rate-limit', 'guard:limits.role-rate'],
    'a role has its own limit per minute',
    async () => {
      const { check } = await team('role-rates', {}, { rbac: { roles: { guest: { rate_limit: '1/min' } } } })
      const call = (tool_name: string) => check({ tool_name, user_role: 'guest' })
      expect([(await call('x')).status, (await call('y')).status]).toEqual([200, 429])
    },
  )

  proves(
    ['guard:check.rate-429', 'guard:tool-policies.session-limit'],
    'a session may call a tool so often',
    async () => {
      const { check } = await team('sessions', { x: { session_limit: 1 } })
      const call = (session_id: string) => check({ tool_name: 'x', session_id })
      expect([(await call('s')).status, (await call('s')).status, (await call('t')).status]).toEqual([200, 429, 200])
    },
  )

  proves(
    ['guard:role.max-tokens', 'guard:limits.role-tokens'],
    'a call that may use more tokens than its role is refused, and waiting would not help',
    async () => {
      const { check } = await team('tokens', {}, { rbac: { roles: { guest: { max_tokens_per_request: 100 } } } })
      const call = (estimated_tokens: number) => check({ tool_name: 'x', user_role: 'guest', estimated_tokens })
      expect((await call(100)).body['allowed']).toBe(true)
      const refused = await call(101)
      expect(refused.status).toBe(200)
      expect(refused.body['allowed']).toBe(false)
    },
  )
})

describe('a verdict', () => {
  proves(
    ['guard:check.monitor', 'guard:check.answer-extras'],
    'of a monitored tenant allows everything and reports the decision of enforce mode',
    async () => {
      const { check } = await team(
        'monitored',
        { x: { parameter_policy: { required_fields: ['a'] } } },
        { mode: 'monitor' },
      )
      expect((await check({ tool_name: 'x' })).body).toMatchObject({
        allowed: true,
        safe: true,
        action: 'pass',
        mode: 'monitor',
        would_action: 'block',
        would_block: true,
      })
    },
  )

  test('of one monitored guard does not block on that guard alone', async () => {
    const agentic_guardrails = { parameter_policy: { mode: 'monitor' } }
    const policies = { x: { parameter_policy: { required_fields: ['a'] }, argument_schema: { required: ['b'] } } }
    const { check } = await team('part', policies, { agentic_guardrails })
    expect((await check({ tool_name: 'x', tool_params: { b: 1 } })).body).toMatchObject({
      allowed: true,
      would_block: true,
      mode: 'enforce',
    })
    expect((await check({ tool_name: 'x', tool_params: { a: 1 } })).body).toMatchObject({ allowed: false })
  })

  proves('guard:events.tool-checks-audited', 'is in the audit log without a value of the arguments', async () => {
    const { check, configure } = await team('audited', { x: { parameter_policy: { allowed_values: { a: ['y'] } } } })
    const answer = await check({
      agent_key: 'bot',
      tool_name: 'x',
      tool_call_id: 'call_1',
      tool_params: { a: 'made-up-secret' },
    })
    const read = await configure('GET', '/v1/tenant/me/audit?action=guard.tool')
    const entries = read.body['entries'] as Record<string, unknown>[]
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      action: 'guard.tool',
      guardrail: 'parameter_policy',
      verdict: 'block',
      request_id: answer.headers.get('x-request-id'),
      details: {
        tool_name: 'x',
        tool_call_id: 'call_1',
        agent_key: 'bot',
        arguments_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    })
    expect(JSON.stringify(entries) + answer.text).not.toContain('made-up-secret')
  })
})

test('tenants share no policies, windows or sessions', async () => {
  const policies = { x: { rate_limit: { limit: 1 }, session_limit: 1, workflow: { require_before: ['y'] } } }
  const [one, two] = [await team('alone-1', policies), await team('alone-2', policies)]
  const call = async ({ check }: ToolTeam, tool_name: string) =>
    (await check({ agent_key: 'bot', tool_name, session_id: 's' })).body['allowed']
  await call(one, 'y')
  expect(await call(two, 'x')).toBe(false)
  expect(await call(one, 'x')).toBe(true)
})
