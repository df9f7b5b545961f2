import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeKey, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

const PATH = '/v1/agents/tools/policies'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

async function team(id: string): Promise<Call> {
  const key = await makeTeam(service.url, id, { plan: 'enterprise' })
  return (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
}

const record = (body: unknown): Readonly<Record<string, unknown>> => body as Record<string, unknown>

/** Every field of a policy that is sent with its name alone. */
const DEFAULTS = {
  enabled: true,
  role_restrictions: {},
  rate_limit: { limit: 100, window_seconds: 60 },
  session_limit: 50,
  llm_validation: false,
  data_sanitization: false,
  issue_capability: false,
}

const FULL = {
  tool_name: 'refund',
  enabled: true,
  description: 'Refunds an order.',
  argument_schema: { type: 'object', properties: { amount: { type: 'number', maximum: 1_000 } }, required: ['amount'] },
  parameter_policy: {
    required_fields: ['order.id'],
    forbidden_fields: ['internal'],
    allowed_values: { 'order.currency': ['EUR', 'USD'] },
    numeric_limits: { amount: { min: 1, max: 100 } },
    regex_rules: { 'order.id': '^A-\\d+$' },
    max_string_lengths: { note: 200 },
  },
  role_restrictions: { guest: 'block', agent: 'redact', manager: 'allow' },
  rate_limit: { limit: 5, window_seconds: 10 },
  session_limit: 3,
  workflow: {
    allowed_transitions: [['orders_read', 'refund']],
    forbidden_transitions: [['refund', 'refund']],
    require_before: ['orders_read'],
    max_tool_calls: 20,
    max_cost_usd: 1.5,
    max_tokens: 10_000,
  },
  approval: { required: true, when: [{ path: 'amount', op: 'gt', value: 50 }], min_approvals: 2, ttl_seconds: 600 },
  llm_validation: false,
  data_sanitization: true,
  issue_capability: true,
}

describe('tool policies', () => {
  proves(
    [
      'guard:endpoints.tool-policies',
      'guard:endpoints.tool-policies-put',
      'guard:tool-policies.base',
      'guard:tool-policies.argument-schema',
      'guard:tool-policies.parameter-policy',
      'guard:tool-policies.role-restrictions',
      'guard:tool-policies.rate-limit',
      'guard:tool-policies.session-limit',
      'guard:tool-policies.workflow',
      'guard:tool-policies.approval',
      'guard:tool-policies.approval-when',
      'guard:tool-policies.transitions',
      'guard:tool-policies.switches',
      'guard:tool-policies.get-answer',
      'guard:service.tenant-configures-tools',
    ],
    'are stored with every field, and with defaults for missing fields',
    async () => {
      const call = await team('fields')
      expect((await call('GET', PATH)).body).toEqual({
        success: true,
        tool_policies: {},
        items: [],
        total: 0,
        tenant_id: 'fields',
      })
      const put = await call('PUT', PATH, { refund: FULL, 'orders_*': {} })
      expect(put.status).toBe(200)
      const { tool_policies, items, total, success, tenant_id } = (await call('GET', PATH)).body
      expect({ success, total, tenant_id }).toEqual({ success: true, total: 2, tenant_id: 'fields' })
      expect(tool_policies).toEqual({ refund: FULL, 'orders_*': { tool_name: 'orders_*', ...DEFAULTS } })
      expect(items).toEqual(Object.values(record(tool_policies)))
    },
  )

  proves.each('guard:tool-policies.put-forms', [
    ['a map by tool', { a: { session_limit: 7 } }],
    ['a list', [{ tool_name: 'a', session_limit: 7 }]],
    ['a list under policies', { policies: [{ tool_name: 'a', session_limit: 7 }] }],
    ['a map under policies', { policies: { a: { session_limit: 7 } } }],
    ['a map under tool_policies', { tool_policies: { a: { session_limit: 7 } } }],
    ['a list whose names are called tool', [{ tool: 'a', session_limit: 7 }]],
  ] as [string, unknown][])('come as %s', async (subject, body) => {
    const call = await team(`forms-${subject.replaceAll(' ', '-')}`)
    expect((await call('PUT', PATH, body)).status).toBe(200)
    expect((await call('GET', PATH)).body).toMatchObject({ total: 1, tool_policies: { a: { session_limit: 7 } } })
  })

  test('a tool may be called policies', async () => {
    const call = await team('wrapped')
    await call('PUT', PATH, { policies: { session_limit: 7 } })
    expect((await call('GET', PATH)).body).toMatchObject({
      total: 1,
      tool_policies: { policies: { session_limit: 7 } },
    })
  })

  test('can be read and sent back, and a PUT replaces all', async () => {
    const call = await team('again')
    await call('PUT', PATH, { a: {}, b: {} })
    const read = (await call('GET', PATH)).body
    expect((await call('PUT', PATH, read)).body).toMatchObject({ total: 2, warnings: [] })
    expect((await call('PUT', PATH, { c: {} })).body).toMatchObject({ total: 1 })
    expect(Object.keys(record((await call('GET', PATH)).body['tool_policies']))).toEqual(['c'])
    expect((await call('PUT', PATH, {})).body).toMatchObject({ total: 0 })
  })

  proves(
    ['guard:endpoints.tool-policy', 'guard:tool-policies.wildcards'],
    'are read and removed individually',
    async () => {
      const call = await team('single')
      await call('PUT', PATH, { 'files/read*': { session_limit: 7 }, b: {} })
      const item = `${PATH}/${encodeURIComponent('files/read*')}`
      expect((await call('GET', item)).body).toMatchObject({
        success: true,
        tool_name: 'files/read*',
        policy: { tool_name: 'files/read*', session_limit: 7 },
        tenant_id: 'single',
      })
      expect((await call('DELETE', item)).body).toMatchObject({ success: true, tool_name: 'files/read*' })
      expect((await call('GET', item)).status).toBe(404)
      expect((await call('DELETE', item)).body).toMatchObject({ error: 'not_found' })
      expect((await call('GET', PATH)).body['total']).toBe(1)
    },
  )

  proves.each('guard:data.linear-regex', [
    [
      'a pattern that only backtracking could match',
      { a: { parameter_policy: { regex_rules: { 'x.y': '(a)\\1' } } } },
      'body.a.parameter_policy.regex_rules.x.y',
    ],
    [
      'such a pattern in a schema',
      { a: { argument_schema: { properties: { x: { pattern: '(?=a)' } } } } },
      'body.a.argument_schema.properties.x.pattern',
    ],
    ['a schema elsewhere', { a: { argument_schema: { $ref: 'http://127.0.0.1/x' } } }, 'body.a.argument_schema.$ref'],
    ['a schema that is none', { a: { argument_schema: { type: 'word' } } }, 'body.a.argument_schema.type'],
    ['a rule that is not known', { a: { parameter_policy: { max_lengths: {} } } }, 'body.a.parameter_policy'],
    [
      'a restriction that is not known',
      { a: { role_restrictions: { guest: 'maybe' } } },
      'body.a.role_restrictions.guest',
    ],
    ['a limit that is none', { a: { rate_limit: { limit: -1 } } }, 'body.a.rate_limit.limit'],
    [
      'limits the wrong way round',
      { a: { parameter_policy: { numeric_limits: { n: { min: 2, max: 1 } } } } },
      'body.a.parameter_policy.numeric_limits.n',
    ],
    [
      'a transition of three',
      { a: { workflow: { allowed_transitions: [['a', 'b', 'c']] } } },
      'body.a.workflow.allowed_transitions.0',
    ],
    ['a star inside a name', { 'a*b': {} }, 'body.a*b.tool_name'],
    ['a name that nobody sees', { 'a\u200b': {} }, 'body.a\u200b.tool_name'],
    ['a name beside its own', { a: { tool_name: 'b' } }, 'body.a.tool_name'],
    ['one tool twice', [{ tool_name: 'a' }, { tool_name: 'a' }], 'body.1.tool_name'],
    ['a policy without a name', [{ enabled: true }], 'body.0.tool_name'],
    ['a policy that is none', { a: 'block' }, 'body.a'],
  ] as [string, unknown, string][])(
    '%s is a 422 that names the path, and saves nothing',
    async (_what, body, place) => {
      const key = await makeTeamOnce()
      const call: Call = (method, path, sent) => send(`${service.url}${path}`, method, sent, { 'x-api-key': key })
      const { status, body: answer } = await call('PUT', PATH, body)
      expect(status).toBe(422)
      const places = (answer['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))
      expect(places).toContain(place)
      expect((await call('GET', PATH)).body['total']).toBe(0)
    },
  )

  let refusingKey: Promise<string> | undefined
  function makeTeamOnce(): Promise<string> {
    refusingKey ??= makeTeam(service.url, 'refusing', { plan: 'enterprise' })
    return refusingKey
  }

  test('an unknown field is reported and not stored', async () => {
    const call = await team('surplus')
    const { body } = await call('PUT', PATH, { a: { argument_shema: {}, session_limit: 7 } })
    expect(body['warnings']).toEqual([
      'The policy for tool "a" has an unknown field "argument_shema", which was not stored.',
    ])
    expect(record(record((await call('GET', PATH)).body['tool_policies'])['a'])['argument_shema']).toBeUndefined()
  })

  test('a thousand at once do not delay other requests', async () => {
    const call = await team('thousand')
    const schema = (maxLength: number): object => ({ properties: { a: { type: 'string', maxLength } } })
    const policies = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`t${index}`, { argument_schema: schema(index) }]),
    )
    const saved = new AbortController()
    const saving = call('PUT', PATH, policies).finally(() => saved.abort())
    let answered = 0
    for (; !saved.signal.aborted && answered < 1_000; answered++) await fetch(`${service.url}/health`)
    expect((await saving).body['total']).toBe(1_000)
    expect(answered).toBeGreaterThan(5)
  })

  test('belong to one tenant, and changes require a key of scope admin', async () => {
    const [call, theirs] = [await team('ours'), await team('theirs')]
    await call('PUT', PATH, { a: {} })
    expect((await theirs('GET', PATH)).body['total']).toBe(0)
    expect((await theirs('DELETE', `${PATH}/a`)).status).toBe(404)
    await theirs('PUT', PATH, {})
    expect((await call('GET', PATH)).body['total']).toBe(1)
    const { key } = await makeKey(service.store, 'ours', 'runtime')
    const runtime: Call = (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
    expect((await runtime('GET', PATH)).status).toBe(200)
    expect((await runtime('PUT', PATH, {})).body).toMatchObject({ error: 'insufficient_scope' })
    expect((await runtime('DELETE', `${PATH}/a`)).body).toMatchObject({ error: 'insufficient_scope' })
  })
})

describe('the tools of a tenant', () => {
  const tools = [
    {
      type: 'function',
      function: { name: 'orders_read', description: 'Reads.', parameters: { type: 'object', required: ['order'] } },
    },
    { type: 'function', function: { name: 'ping' } },
  ]

  proves(['guard:endpoints.tools-get', 'guard:endpoints.tools-put'], 'are replaced and read', async () => {
    const call = await team('listing')
    expect((await call('GET', '/v1/tenant/me/tools')).body).toMatchObject({ tools: [], total: 0 })
    expect((await call('PUT', '/v1/tenant/me/tools', { tools })).status).toBe(200)
    expect((await call('GET', '/v1/tenant/me/tools')).body).toEqual({
      success: true,
      tenant_id: 'listing',
      tools,
      total: 2,
    })
  })

  test.each<[string, readonly unknown[], string]>([
    ['one name twice', [tools[1], tools[1]], 'body.tools.1.function.name'],
    [
      'a schema that is none',
      [{ function: { name: 'x', parameters: { type: 1 } } }],
      'body.tools.0.function.parameters.type',
    ],
    ['no name', [{ function: {} }], 'body.tools.0.function.name'],
  ])('%s is a 422', async (_what, wrong, place) => {
    const call = await team(`tools-${place.replaceAll('.', '-')}`)
    const { status, body } = await call('PUT', '/v1/tenant/me/tools', { tools: wrong })
    expect(status).toBe(422)
    expect((body['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))).toContain(place)
  })
})
