import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, post, resultOf, serveWithKeys, type Served } from '../serve.ts'
import { FIRST_STEPS, makeToolTeam, stepsOf, type ToolTeam } from '../tool-team.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

function team(id: string, policies: object = {}, rest: object = {}, agents: readonly object[] = []): Promise<ToolTeam> {
  return makeToolTeam(service.url, id, policies, rest, agents)
}

const places = ({ body }: Answer): string[] => (body['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))

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
      expect(stepsOf(answer).slice(0, FIRST_STEPS.length)).toEqual(FIRST_STEPS)
      expect(answer.body).not.toHaveProperty('request_id')
      expect(answer.body).not.toHaveProperty('would_block')
    },
  )

  proves(
    ['guard:rules.chain.sequential', 'guard:check.common-answer'],
    'ends at the first denial, with its reason',
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
      expect(stepsOf(answer)).toEqual(FIRST_STEPS.slice(0, 4))
    },
  )

  proves.each(['guard:check.arguments-names', 'guard:tool-check.argument-variants'], [
    ['tool_params', { amount: 500 }],
    ['tool_args', { amount: 500 }],
    ['arguments', { amount: 500 }],
    ['arguments', '{"amount": 500}'],
    ['tool_input', { amount: 500 }],
  ] as [string, unknown][])('accepts the arguments in %s', async (name, args) => {
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
    'accepts every field of every dialect',
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
    ['a name twice in a text', { tool_name: 'x', arguments: '{"a": 2, "a": 1}' }, 'body.arguments'],
    [
      'an integer that has neighbours',
      { tool_name: 'x', arguments: '{"account": 9007199254740993}' },
      'body.arguments',
    ],
    ['a schema as large as nobody sends', { tool_name: 'x', tool_schema: manyParts(500) }, 'body.tool_schema'],
    ['a cost below nothing', { tool_name: 'x', estimated_cost_usd: -1 }, 'body.estimated_cost_usd'],
  ])('%s is a 422 with its field path', async (_what, body, place) => {
    const answer = await post(`${service.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })
    expect(answer.status).toBe(422)
    expect(places(answer)).toContain(place)
  })

  test.each(['{"tool_name":"x","tool_params":{"a":2,"a":1}}', '{"tool_name":"x","tool_params":{"__proto__":{"b":1}}}'])(
    'a body that two readers would read differently is a 422: %s',
    async (body) => {
      const answer = await post(`${service.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })
      expect(answer.status).toBe(422)
    },
  )

  test('a schema is not compiled for a caller over quota', async () => {
    const spent = await makeTeam(service.url, 'spent', { quota: { requests_per_minute: 0 } })
    const body = { tool_name: 'x', tool_schema: { type: 'thing' } }
    const answer = await post(`${service.url}/v1/shield/tool/check`, body, { 'x-api-key': spent })
    expect(answer.status).toBe(429)
  })

  /** Returns a schema with this number of parts, each of which takes time to compile. */
  function manyParts(count: number): object {
    const properties = Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', minLength: index }])
    return { type: 'object', properties: Object.fromEntries(properties) as object }
  }

  let key: Promise<string> | undefined
  function anyKey(): Promise<string> {
    key ??= makeTeam(service.url, 'any', { plan: 'enterprise' })
    return key
  }

  test('null fields are absent', async () => {
    const names = [
      'agent_key',
      'agent_id',
      'user_role',
      'session_id',
      'tool_params',
      'tool_args',
      'arguments',
      'tool_input',
    ]
    const more = ['tool_schema', 'workflow', 'workflow_step', 'confirmation_token', 'tool_call_id', 'input_sources']
    const last = ['estimated_cost_usd', 'estimated_tokens', 'grant_id', 'execution_grant_id', 'approval_request_id']
    const body = { tool_name: 'x', ...Object.fromEntries([...names, ...more, ...last].map((name) => [name, null])) }
    const answer = await post(`${service.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })
    expect(answer.body).toMatchObject({ allowed: true })
  })

  test('the same arguments under two names are the same', async () => {
    const body = { tool_name: 'x', tool_params: { a: 1, b: 2 }, arguments: '{"b": 2, "a": 1}' }
    expect((await post(`${service.url}/v1/shield/tool/check`, body, { 'x-api-key': await anyKey() })).status).toBe(200)
  })
})

describe('caller identity', () => {
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
    ['guard:identity.unregistered-default', 'guard:auth.agent-header-required'],
    'unregistered agents are allowed until the tenant registers one; from then on a call must name a registered agent',
    async () => {
      const before = await team('before')
      expect((await before.check({ tool_name: 'x', agent_key: 'stranger' })).body['allowed']).toBe(true)
      expect((await before.check({ tool_name: 'x' })).body['allowed']).toBe(true)
      const after = await team('after', {}, {}, [{ agent_id: 'bot', tools: ['x'] }])
      expect((await after.check({ tool_name: 'x', agent_key: 'stranger' })).body['allowed']).toBe(false)
      expect((await after.check({ tool_name: 'x' })).body['message']).toBe(
        'The call has no agent. Send X-Agent-Key or agent_key.',
      )
      expect((await after.check({ tool_name: 'x' }, { 'x-agent-key': 'bot' })).body['allowed']).toBe(true)
      expect((await after.check({ tool_name: 'x' }, { 'x-agent-id': 'bot' })).body['allowed']).toBe(true)
    },
  )

  proves('guard:identity.unregistered-setting', 'unless the tenant configures otherwise', async () => {
    const open = await team('open', {}, { unregistered_agents: 'allow' }, [{ agent_id: 'bot', tools: ['x'] }])
    expect((await open.check({ tool_name: 'y', agent_key: 'stranger' })).body['allowed']).toBe(true)
    expect((await open.check({ tool_name: 'y', agent_key: 'bot' })).body['allowed']).toBe(false)
    const closed = await team('closed', {}, { unregistered_agents: 'block' })
    expect((await closed.check({ tool_name: 'x', agent_key: 'stranger' })).body['allowed']).toBe(false)
  })

  proves(
    [
      'guard:check.user-role-body',
      'guard:auth.role-as-given',
      'guard:identity.role-order',
      'guard:tool-policies.role-restrictions',
    ],
    'the role of the body wins over the header, and the header over that of the agent',
    async () => {
      const policies = { x: { role_restrictions: { guest: 'block' } } }
      const rbac = { roles: { guest: {}, staff: {} }, agents: { bot: 'guest' } }
      const { check } = await team('roles', policies, { rbac })
      const request = async (body: object, headers = {}) =>
        (await check({ tool_name: 'x', agent_key: 'bot', ...body }, headers)).body['allowed']
      expect(await request({})).toBe(false)
      expect(await request({}, { 'x-user-role': 'staff' })).toBe(true)
      expect(await request({ user_role: 'guest' }, { 'x-user-role': 'staff' })).toBe(false)
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
        return answer.body['allowed'] === true ? 'allowed' : stepsOf(answer).at(-1)
      }
      expect(await decided('orders_read_all')).toBe('allowed')
      expect(await decided('orders_delete')).toBe('rbac_guard')
      expect(await decided('refund')).toBe('tool_allowlist')
    },
  )
})
