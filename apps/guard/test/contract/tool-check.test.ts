import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, post, resultOf, resultsOf, send, serveWithKeys, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serveWithKeys()
})
afterAll(() => served.close())

interface Team {
  readonly key: string
  readonly check: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly configure: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** A tenant with tool policies and, where they are given, agents; tests of limits are not to meet the plan's. */
async function team(
  id: string,
  policies: object = {},
  rest: object = {},
  agents: readonly object[] = [],
): Promise<Team> {
  const key = await makeTeam(served.url, id, { plan: 'enterprise', ...rest })
  const configure: Team['configure'] = (method, path, body) =>
    send(`${served.url}${path}`, method, body, { 'x-api-key': key })
  for (const agent of agents) expect((await configure('POST', '/v1/agents/registry', agent)).status).toBe(201)
  expect((await configure('PUT', '/v1/agents/tools/policies', policies)).status).toBe(200)
  return {
    key,
    configure,
    check: (body, headers = {}) => post(`${served.url}/v1/shield/tool/check`, body, { 'x-api-key': key, ...headers }),
  }
}

const names = ({ body }: Answer): unknown[] => resultsOf(body).map(({ guardrail }) => guardrail)
const places = ({ body }: Answer): string[] => (body['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))

/** The first steps of a tool check; what stands behind them is shown by other tests. */
const STEPS = [
  'cert_identity',
  'tool_killswitch',
  'circuit_breaker',
  'tool_allowlist',
  'rbac_guard',
  'tool_call_rate_limiting',
  'tool_call_validation',
  'parameter_policy',
  'tool_use_control',
]

describe('a tool check', () => {
  const bot = { agent_id: 'bot', tools: ['orders_*', 'refund'] }

  proves(
    [
      'guard:endpoints.tool-check',
      'guard:service.authorizes-tools',
      'guard:service.tool-answers-allowed',
      'guard:tool-verdict.allowed',
      'guard:tool-verdict.action',
      'guard:tool-verdict.results',
      'guard:tool-check.agent-key',
      'guard:tool-check.tool-name',
      'guard:tool-check.user-role',
      'guard:tool-check.session-id',
      'guard:tool-check.tool-params',
      'guard:rules.chain.sequential',
    ],
    'lets a call through that every step allows, and shows the steps in order',
    async () => {
      const { check } = await team('allows', {}, {}, [bot])
      const answer = await check({
        agent_key: 'bot',
        tool_name: 'refund',
        user_role: 'manager',
        session_id: 's-1',
        tool_params: { amount: 5 },
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ allowed: true, safe: true, action: 'pass', mode: 'enforce' })
      expect(names(answer).slice(0, STEPS.length)).toEqual(STEPS)
      expect(answer.body).not.toHaveProperty('request_id')
      expect(answer.body).not.toHaveProperty('would_block')
    },
  )

  proves(
    ['guard:rules.chain.sequential', 'guard:check.common-answer'],
    'ends at the first refusal, which says why',
    async () => {
      const { check } = await team('refuses', {}, {}, [bot])
      const answer = await check({ agent_key: 'bot', tool_name: 'drop_tables' })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        allowed: false,
        safe: false,
        action: 'block',
        message: 'Tool "drop_tables" is not in the toolset of agent "bot".',
      })
      expect(names(answer)).toEqual(STEPS.slice(0, 4))
    },
  )

  proves.each(['guard:check.arguments-names', 'guard:tool-check.argument-variants'], [
    ['tool_params', { amount: 500 }],
    ['tool_args', { amount: 500 }],
    ['arguments', { amount: 500 }],
    ['arguments', '{"amount": 500}'],
    ['tool_input', { amount: 500 }],
  ] as [string, unknown][])('takes the arguments in %s', async (name, args) => {
    const { check } = await team(`args-${name}-${typeof args}`, {
      refund: { parameter_policy: { numeric_limits: { amount: { max: 100 } } } },
    })
    const answer = await check({ tool_name: 'refund', [name]: args })
    expect(resultOf(answer, 'parameter_policy')).toMatchObject({
      passed: false,
      message: 'Argument "amount" must be at most 100.',
    })
  })

  proves(
    ['guard:check.extra-fields', 'guard:check.estimates', 'guard:check.grant-names', 'guard:check.approval-request-id'],
    'takes every field of every dialect',
    async () => {
      const { check } = await team('dialects')
      const answer = await check({
        agent_id: 'bot',
        tool_name: 'search',
        arguments: '{"q": "x"}',
        tool_schema: { type: 'function', function: { name: 'search', parameters: { required: ['q'] } } },
        workflow: 'onboarding',
        workflow_step: 2,
        confirmation_token: 'ct-1',
        tool_call_id: 'call_1',
        input_sources: ['user', { source: 'web_search', trust: 'low' }],
        estimated_cost_usd: 0.01,
        estimated_tokens: 120,
        execution_grant_id: 'g-1',
        approval_request_id: 'a-1',
        something_else: true,
      })
      expect(answer.status).toBe(200)
    },
  )

  test.each<[string, object, string]>([
    ['no tool', {}, 'body.tool_name'],
    ['a name with something invisible', { tool_name: 'pay\u202e' }, 'body.tool_name'],
    ['a name too long', { tool_name: 'x'.repeat(201) }, 'body.tool_name'],
    ['arguments that are a list', { tool_name: 'x', tool_params: [] }, 'body.tool_params'],
    ['arguments that are no JSON', { tool_name: 'x', arguments: '{"a":' }, 'body.arguments'],
    ['arguments that are no object', { tool_name: 'x', arguments: '[1]' }, 'body.arguments'],
    ['arguments with a number that JSON has not', { tool_name: 'x', arguments: '{"a": 1e999}' }, 'body.arguments'],
    ['arguments that reach for a prototype', { tool_name: 'x', arguments: '{"__proto__": {}}' }, 'body.arguments'],
    [
      'arguments that nest too deep',
      { tool_name: 'x', arguments: `{"a":${'['.repeat(100)}${']'.repeat(100)}}` },
      'body.arguments',
    ],
    [
      'two names for different arguments',
      { tool_name: 'x', tool_params: { a: 1 }, arguments: { a: 2 } },
      'body.arguments',
    ],
    ['two different grants', { tool_name: 'x', grant_id: 'a', approval_grant: 'b' }, 'body.approval_grant'],
    ['two different agents', { tool_name: 'x', agent_key: 'a', agent_id: 'b' }, 'body.agent_id'],
    ['a schema that is none', { tool_name: 'x', tool_schema: { type: 'thing' } }, 'body.tool_schema.type'],
    [
      'a schema in a definition that is none',
      { tool_name: 'x', tool_schema: { function: { parameters: { type: 'thing' } } } },
      'body.tool_schema.function.parameters.type',
    ],
    ['a cost below nothing', { tool_name: 'x', estimated_cost_usd: -1 }, 'body.estimated_cost_usd'],
  ])('%s is a 422 with its place', async (_what, body, place) => {
    const answer = await post(`${served.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })
    expect(answer.status).toBe(422)
    expect(places(answer)).toContain(place)
  })

  let key: Promise<string> | undefined
  function anyKey(): Promise<string> {
    key ??= makeTeam(served.url, 'any', { plan: 'enterprise' })
    return key
  }

  test('the same arguments under two names are the same', async () => {
    const body = { tool_name: 'x', tool_params: { a: 1, b: 2 }, arguments: '{"b": 2, "a": 1}' }
    expect((await post(`${served.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })).status).toBe(200)
  })
})

describe('who calls', () => {
  proves(
    ['guard:rules.impersonation', 'guard:names.cert-identity'],
    'a header that names another agent than the body is an impersonation, and blocked',
    async () => {
      const { check } = await team('impersonation', {}, {}, [{ agent_id: 'bot', tools: ['*'] }])
      const answer = await check({ agent_key: 'bot', tool_name: 'x' }, { 'x-agent-key': 'other' })
      expect(answer.body).toMatchObject({ allowed: false, action: 'block' })
      expect(resultOf(answer, 'cert_identity')).toMatchObject({ category: 'impersonation' })
      expect((await check({ agent_key: 'bot', tool_name: 'x' }, { 'x-agent-key': 'bot' })).body['allowed']).toBe(true)
      expect((await check({ tool_name: 'x' }, { 'x-agent-key': 'bot' })).body['allowed']).toBe(true)
    },
  )

  proves(
    ['guard:check.user-role-body', 'guard:identity.role-order', 'guard:tool-policies.role-restrictions'],
    'the role of the body wins over the header, and the header over that of the agent',
    async () => {
      const policies = { x: { role_restrictions: { guest: 'block' } } }
      const rbac = { roles: { guest: {}, staff: {} }, agents: { bot: 'guest' } }
      const { check } = await team('roles', policies, { rbac })
      const asked = async (body: object, headers = {}) =>
        (await check({ tool_name: 'x', agent_key: 'bot', ...body }, headers)).body['allowed']
      expect(await asked({})).toBe(false)
      expect(await asked({}, { 'x-user-role': 'staff' })).toBe(true)
      expect(await asked({ user_role: 'guest' }, { 'x-user-role': 'staff' })).toBe(false)
    },
  )

  proves(
    [
      'guard:rules.chain.3-allowlist',
      'guard:identity.both-allow',
      'guard:identity.deny-wins',
      'guard:role.allowed-tools',
      'guard:role.tool-patterns',
      'guard:names.tool-allowlist',
      'guard:names.rbac-guard',
    ],
    'agent and role must both allow the tool, and a deny wins',
    async () => {
      const rbac = { roles: { reader: { allowed_tools: ['orders_read*', 'refund'] } } }
      const { check } = await team('both', {}, { rbac }, [{ agent_id: 'bot', tools: ['orders_*'] }])
      const decided = async (tool_name: string) => {
        const answer = await check({ agent_key: 'bot', tool_name, user_role: 'reader' })
        return answer.body['allowed'] === true ? 'allowed' : names(answer).at(-1)
      }
      expect(await decided('orders_read_all')).toBe('allowed')
      expect(await decided('orders_delete')).toBe('rbac_guard')
      expect(await decided('refund')).toBe('tool_allowlist')
    },
  )
})

describe('the steps', () => {
  proves(
    ['guard:rules.chain.5-arguments', 'guard:names.tool-call-validation', 'guard:tool-policies.argument-schema'],
    'arguments are held to the schema: types, ranges, required fields',
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
      const said = async (tool_params: object) =>
        resultOf(await check({ tool_name: 'refund', tool_params }), 'tool_call_validation')?.['message']
      expect(await said({ amount: 5 })).toBe('')
      expect(await said({})).toBe('Argument "amount" is required.')
      expect(await said({ amount: '5' })).toBe('Argument "amount" must be number.')
      expect(await said({ amount: 101 })).toBe('Argument "amount" must be <= 100.')
      expect(await said({ amount: 5, lines: [{ sku: 1 }] })).toBe('Argument "lines.0.sku" must be string.')
    },
  )

  test("calls are held to the tenant's list of tools where no policy has a schema", async () => {
    const { check, configure } = await team('listed')
    const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }
    await configure('PUT', '/v1/tenant/me/tools', { tools: [{ function: { name: 'search', parameters } }] })
    await expect
      .poll(async () => (await check({ tool_name: 'search' })).body['allowed'], { timeout: 3_000 })
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
    'rules on single arguments hold at dotted paths',
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
      const said = async (order: object, rest: object = {}) =>
        resultOf(
          await check({ tool_name: 'refund', tool_params: { order: { id: 'A-1', ...order }, ...rest } }),
          'parameter_policy',
        )?.['message']
      expect(await said({ currency: 'EUR', lines: [{ price: 10 }] }, { note: 'short' })).toBe('')
      expect(await said({ id: null })).toBe('Argument "order.id" is required.')
      expect(await said({ internal: false })).toBe('Argument "order.internal" is forbidden.')
      expect(await said({ currency: 'USD' })).toBe('Argument "order.currency" is none of the allowed values.')
      expect(await said({ lines: [{ price: 1 }, { price: 11 }] })).toBe(
        'Argument "order.lines.1.price" must be at most 10.',
      )
      expect(await said({ id: 'B-1' })).toBe('Argument "order.id" does not match its pattern.')
      expect(await said({}, { note: 'longer' })).toBe('Argument "note" is longer than 5 characters.')
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
    'a tool that is off is refused before anything else is asked',
    async () => {
      const { check, configure } = await team('off', { x: { argument_schema: { required: ['a'] } } })
      const failed = { tool_name: 'x', success: false }
      const report = '/v1/tenant/me/agentic/circuit-breakers/report'
      for (let failure = 0; failure < 3; failure++) await configure('POST', report, failed)
      const answer = await check({ tool_name: 'x' })
      expect(answer.body).toMatchObject({ allowed: false, action: 'block' })
      expect(names(answer)).toEqual(STEPS.slice(0, 3))
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
    'of a monitored tenant lets everything through and says what would have been',
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

  test('of one monitored guard blocks nothing of that guard alone', async () => {
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
    const { entries } = (await configure('GET', '/v1/tenant/me/audit?action=guard.tool')).body as unknown as {
      entries: Record<string, unknown>[]
    }
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

test('tenants share nothing: neither policies, nor windows, nor sessions', async () => {
  const policies = { x: { rate_limit: { limit: 1 }, session_limit: 1, workflow: { require_before: ['y'] } } }
  const [one, two] = [await team('alone-1', policies), await team('alone-2', policies)]
  const call = async ({ check }: Team, tool_name: string) =>
    (await check({ agent_key: 'bot', tool_name, session_id: 's' })).body['allowed']
  await call(one, 'y')
  expect(await call(two, 'x')).toBe(false)
  expect(await call(one, 'x')).toBe(true)
})
