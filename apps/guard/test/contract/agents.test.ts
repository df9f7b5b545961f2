import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

async function team(id: string, rest: object = {}): Promise<Call & { readonly key?: string }> {
  const key = await makeTeam(service.url, id, rest)
  const call: Call = (method, path, body) => send(`${service.url}/v1/agents${path}`, method, body, { 'x-api-key': key })
  return Object.assign(call, { key })
}

describe('an agent', () => {
  proves(
    [
      'guard:agents.record',
      'guard:agents.create-answer',
      'guard:agents.metadata',
      'guard:agents.role-permissions',
      'guard:agents.agent-permissions',
    ],
    'is registered with its permissions, and unknown fields are stored as metadata',
    async () => {
      const call = await team('registry')
      const { status, body } = await call('POST', '/registry', {
        agent_id: 'support-bot',
        name: 'Support',
        tools: ['orders_*', 'refund'],
        role_permissions: { agent: ['orders_*'], manager: ['*'] },
        agent_permissions: { planner: ['refund'] },
        owner: { team: 'shop' },
        metadata: { region: 'eu' },
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({ success: true, message: expect.any(String) as string })
      const expected = {
        agent_id: 'support-bot',
        name: 'Support',
        description: '',
        tools: ['orders_*', 'refund'],
        role_permissions: { agent: ['orders_*'], manager: ['*'] },
        agent_permissions: { planner: ['refund'] },
        status: 'active',
        metadata: { owner: { team: 'shop' }, region: 'eu' },
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: expect.stringMatching(/Z$/) as string,
      }
      expect(body['agent']).toEqual(expected)
      expect((await call('GET', '/registry/support-bot')).body).toEqual({
        success: true,
        agent: expected,
        tenant_id: 'registry',
      })
    },
  )

  proves(['guard:agents.duplicate-409', 'guard:agents.id-form', 'all:errors.409'], 'has an id of its own', async () => {
    const call = await team('ids')
    expect((await call('POST', '/registry', { agent_id: 'one' })).status).toBe(201)
    expect(await call('POST', '/registry', { agent_key: 'one' })).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    })
    for (const id of ['', 'a b', 'ü', 'x'.repeat(129), '../x']) {
      expect((await call('POST', '/registry', { agent_id: id })).status).toBe(422)
    }
    expect((await call('POST', '/registry', {})).status).toBe(422)
    expect((await call('POST', '/registry', { agent_id: 'a', agent_key: 'b' })).status).toBe(422)
    const [one, two] = await Promise.all([1, 2].map(() => call('POST', '/registry', { agent_id: 'raced' })))
    expect([one!.status, two!.status].sort((a, b) => a - b)).toEqual([201, 409])
  })

  proves(['guard:agents.list-answer', 'guard:endpoints.agents'], 'is listed by id and in order', async () => {
    const call = await team('lists')
    for (const agent_id of ['b', 'a']) await call('POST', '/registry', { agent_id })
    const { body } = await call('GET', '/registry')
    expect(body).toMatchObject({ success: true, total: 2, tenant_id: 'lists' })
    expect((body['items'] as { agent_id: string }[]).map((item) => item.agent_id)).toEqual(['a', 'b'])
    expect(Object.keys(body['agents'] as object)).toEqual(['a', 'b'])
  })

  proves(
    ['guard:endpoints.agent', 'guard:agents.status', 'guard:tenants.put-merges'],
    'is changed by merging, disabled and removed',
    async () => {
      const call = await team('changes')
      await call('POST', '/registry', {
        agent_id: 'a',
        tools: ['x'],
        role_permissions: { user: ['x'] },
        color: 'red',
        size: 1,
      })
      const { body } = await call('PUT', '/registry/a', {
        tools: ['y', 'z'],
        role_permissions: { admin: ['*'] },
        status: 'disabled',
        metadata: { color: null },
      })
      expect(body['agent']).toMatchObject({
        tools: ['y', 'z'],
        role_permissions: { user: ['x'], admin: ['*'] },
        status: 'disabled',
        metadata: { size: 1 },
      })
      expect((body['agent'] as { metadata: object }).metadata).not.toHaveProperty('color')
      expect((await call('PUT', '/registry/a', { status: 'asleep' })).status).toBe(422)
      expect((await call('PUT', '/registry/a', { tools: 'all' })).status).toBe(422)
      expect((await call('PUT', '/registry/nobody', {})).status).toBe(404)
      expect((await call('DELETE', '/registry/a')).body).toMatchObject({ success: true, agent_id: 'a' })
      expect((await call('DELETE', '/registry/a')).status).toBe(404)
      expect((await call('GET', '/registry/a')).status).toBe(404)
    },
  )

  test('too large for memory is rejected', async () => {
    const call = await team('large')
    const { status, text } = await call('POST', '/registry', { agent_id: 'a', notes: 'x'.repeat(70_000) })
    expect([status, text.includes('the maximum is 65536')]).toEqual([422, true])
  })

  test("of another tenant is neither seen nor changed, and an admin's key is needed to write", async () => {
    const mine = await team('ours-agents')
    const theirs = await team('their-agents')
    await theirs('POST', '/registry', { agent_id: 'secret-agent' })
    expect((await mine('GET', '/registry')).body).toMatchObject({ total: 0 })
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const) {
      expect((await mine(method, '/registry/secret-agent', body)).status).toBe(404)
    }
    const runtime = (await send(`${service.url}/v1/tenant/me/api-keys`, 'POST', {}, { 'x-api-key': mine.key! })).body[
      'api_key'
    ]
    const weak = { 'x-api-key': runtime as string }
    expect((await send(`${service.url}/v1/agents/registry`, 'GET', undefined, weak)).status).toBe(200)
    expect((await send(`${service.url}/v1/agents/registry`, 'POST', { agent_id: 'x' }, weak)).status).toBe(403)
  })
})

proves(
  ['guard:agents.roles-answer', 'guard:endpoints.agent-roles'],
  'roles are those of the tenant or an agent; common roles are those of every agent',
  async () => {
    const call = await team('rolling', { rbac: { roles: { auditor: {} }, agents: { x: 'guest' } } })
    expect((await call('GET', '/roles')).body).toEqual({
      success: true,
      tenant_roles: ['auditor', 'guest'],
      common_roles: [],
      tenant_id: 'rolling',
    })
    await call('POST', '/registry', { agent_id: 'a', role_permissions: { user: [], admin: [] } })
    await call('POST', '/registry', { agent_id: 'b', role_permissions: { user: [] } })
    expect((await call('GET', '/roles')).body).toMatchObject({
      tenant_roles: ['admin', 'auditor', 'guest', 'user'],
      common_roles: ['user'],
    })
  },
)

proves(
  ['guard:agents.unregistered', 'guard:agents.unregistered-delete'],
  'agents that call without being registered are listed until they are forgotten or registered',
  async () => {
    const call = await team('strangers')
    const as = (agent: string, role: string) =>
      post(
        `${service.url}/guardrails/input`,
        { message: 'hello' },
        { 'x-api-key': call.key!, 'x-agent-key': agent, 'x-user-role': role },
      )
    await call('POST', '/registry', { agent_id: 'known' })
    await as('known', 'user')
    await as('stranger', 'user')
    await as('stranger', 'admin')
    await as('another', 'user')
    const { body } = await call('GET', '/unregistered')
    expect(body).toMatchObject({ success: true, total: 2, tenant_id: 'strangers' })
    const stranger = (body['agents'] as { agent_id: string }[]).find(({ agent_id }) => agent_id === 'stranger')
    expect(stranger).toEqual({
      agent_id: 'stranger',
      first_seen: expect.stringMatching(/Z$/) as string,
      last_seen: expect.stringMatching(/Z$/) as string,
      call_count: 2,
      endpoints: ['/guardrails/input'],
      roles: ['admin', 'user'],
    })
    await as('stranger', 'user')
    expect(((await call('GET', '/unregistered')).body['agents'] as object[])[0]).toMatchObject({ call_count: 3 })
    await call('POST', '/registry', { agent_id: 'another' })
    expect((await call('GET', '/unregistered')).body).toMatchObject({ total: 1 })
    expect((await call('DELETE', '/unregistered')).body).toEqual({ success: true, deleted: 1 })
    expect((await call('GET', '/unregistered')).body).toMatchObject({ total: 0 })
    expect(
      (await admin(`${service.url}/v1/admin/tenants/strangers/audit?action=agent.create`, 'GET')).body['entries'],
    ).toHaveLength(2)
  },
)

proves(
  'guard:identity.unregistered-default',
  'a tenant that removes its last agent stays closed to unknown agents by default',
  async () => {
    const call = await team('emptied')
    const headers = { 'x-api-key': String(call.key) }
    const check = async (agent_key: string) =>
      (await post(`${service.url}/v1/shield/tool/check`, { agent_key, tool_name: 'x' }, headers)).body['allowed']
    expect(await check('ghost')).toBe(true)
    await call('POST', '/registry', { agent_id: 'only', tools: ['y'] })
    await call('DELETE', '/registry/only')
    expect([await check('ghost'), await check('only')]).toEqual([false, false])
    await admin(`${service.url}/v1/admin/tenants/emptied`, 'PUT', { unregistered_agents: 'allow' })
    expect(await check('ghost')).toBe(true)
  },
)

proves('guard:tenants.put-merges', 'free JSON of an agent merges deeply, wherever it is written', async () => {
  const call = await team('merged')
  await call('POST', '/registry', { agent_id: 'mm', x: { a: 1, b: 2, list: [1, 2] }, metadata: { y: { a: 1 } } })
  const put = async (patch: object) => ((await call('PUT', '/registry/mm', patch)).body['agent'] as object) ?? {}
  expect(await put({ x: { b: 3, list: [4] } })).toMatchObject({
    metadata: { x: { a: 1, b: 3, list: [4] }, y: { a: 1 } },
  })
  expect(await put({ metadata: { x: { c: 4 }, y: null } })).toHaveProperty('metadata', {
    x: { a: 1, b: 3, list: [4], c: 4 },
  })
  expect(await put({ x: { a: null }, z: 1 })).toHaveProperty('metadata', { x: { b: 3, list: [4], c: 4 }, z: 1 })
  expect(await put({ x: null, name: 'M' })).toMatchObject({ name: 'M', metadata: { z: 1 } })
  expect(await put({ metadata: null })).toHaveProperty('metadata', {})
  expect((await call('PUT', '/registry/mm', { metadata: 'text' })).status).toBe(422)
})
