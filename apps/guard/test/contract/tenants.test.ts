import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
let tenants: string
beforeAll(async () => {
  service = await serveWithKeys()
  tenants = `${service.url}/v1/admin/tenants`
})
afterAll(() => service.close())

const own = (key: string) => ({ 'x-api-key': key })

const make = (id: string, rest: object = {}) => makeTeam(service.url, id, rest)

describe('a tenant', () => {
  proves(
    [
      'guard:endpoints.admin-tenants-post',
      'guard:tenant.fields',
      'guard:tenant.rbac-roles',
      'guard:tenant.rbac-agents',
    ],
    'is made with everything that the administrators decide',
    async () => {
      const tenant = {
        tenant_id: 'shop',
        name: 'Web shop',
        plan: 'pro',
        mode: 'monitor',
        input_guardrails: { 'keyword-blocklist': { action: 'block', settings: { blocklist: ['acme'] } } },
        output_guardrails: {},
        rbac: {
          roles: {
            support: {
              allowed_tools: ['orders_*'],
              max_tokens_per_request: 500,
              rate_limit: '60/min',
              data_clearance: 'internal',
            },
          },
          agents: { 'agent-1': 'support' },
        },
      }
      const { status, body } = await admin(tenants, 'POST', tenant)
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...tenant, policy_version: 1, deleted_at: null, api_keys: [] })
      expect((await admin(`${tenants}/shop`, 'GET')).body).toEqual(body)
    },
  )

  proves(
    [
      'guard:role.allowed-tools',
      'guard:role.tool-patterns',
      'guard:role.max-tokens',
      'guard:role.rate-limit',
      'guard:role.data-clearance',
    ],
    'has role records, and a malformed one is named',
    async () => {
      const { body } = await admin(`${tenants}/shop`, 'GET')
      expect(body['rbac']).toMatchObject({ roles: { support: { allowed_tools: ['orders_*'], rate_limit: '60/min' } } })
      const wrong = await admin(tenants, 'POST', {
        tenant_id: 'roles',
        rbac: {
          roles: { a: { rate_limit: 'often' }, b: { max_tokens_per_request: 0.5 }, c: { allowed_tools: 'all' } },
        },
      })
      expect(wrong.status).toBe(422)
      expect((wrong.body['detail'] as { loc: string[] }[]).map(({ loc }) => loc.join('.'))).toEqual([
        'body.rbac.roles.a.rate_limit',
        'body.rbac.roles.b.max_tokens_per_request',
        'body.rbac.roles.c.allowed_tools',
      ])
    },
  )

  proves('guard:tenants.id-form', 'has an id of letters, digits, "_" and "-"', async () => {
    for (const id of ['', 'a b', '../x', 'ü', 'x'.repeat(65)]) {
      expect((await admin(tenants, 'POST', { tenant_id: id })).status).toBe(422)
    }
    expect((await admin(`${tenants}/${encodeURIComponent('../x')}`, 'GET')).status).toBe(404)
  })

  proves('guard:endpoints.admin-tenant', 'that does not exist is a 404', async () => {
    expect(await admin(`${tenants}/nobody`, 'GET')).toMatchObject({ status: 404, body: { error: 'not_found' } })
    for (const [path, method] of [
      ['', 'PUT'],
      ['', 'DELETE'],
      ['/restore', 'POST'],
      ['/api-keys', 'POST'],
    ] as const) {
      expect((await admin(`${tenants}/nobody${path}`, method, {})).status).toBe(404)
    }
  })

  proves(
    ['guard:endpoints.admin-tenant-put', 'guard:tenants.put-merges'],
    'is changed by merging objects deeply and replacing arrays; null removes',
    async () => {
      await make('merge', {
        input_guardrails: {
          keyword_blocklist: { action: 'block', settings: { blocklist: ['one', 'two'] } },
          length_limit: { action: 'block', settings: { max_chars: 100 } },
        },
        rbac: { roles: { a: { allowed_tools: ['x'] } }, agents: {} },
      })
      const { status, body } = await admin(`${tenants}/merge`, 'PUT', {
        name: 'Merged',
        input_guardrails: { keyword_blocklist: { settings: { blocklist: ['three'] } }, length_limit: null },
        rbac: { roles: { b: {} } },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        name: 'Merged',
        policy_version: 2,
        rbac: { roles: { a: { allowed_tools: ['x'] }, b: {} } },
      })
      expect(body['input_guardrails']).toEqual({
        keyword_blocklist: { action: 'block', settings: { blocklist: ['three'] } },
      })
    },
  )

  test('is unchanged by a patch that would make it invalid', async () => {
    await make('firm', { input_guardrails: { length_limit: { settings: { max_chars: 9 } } } })
    const before = (await admin(`${tenants}/firm`, 'GET')).body
    for (const patch of [
      { plan: 'free' },
      { input_guardrails: { no_such_guard: {} } },
      { input_guardrails: { length_limit: { settings: { max_chars: -1 } } } },
      { agentic_guardrails: { no_such_guard: {} } },
      { quota: { requests_per_day: 'many' } },
      { name: 'x'.repeat(101) },
    ]) {
      const { status, body } = await admin(`${tenants}/firm`, 'PUT', patch)
      expect(status).toBe(422)
      expect(JSON.stringify(body['detail'])).toContain(Object.keys(patch)[0])
    }
    expect((await admin(`${tenants}/firm`, 'GET')).body).toEqual(before)
  })

  test('treats a field named __proto__ as an ordinary field', async () => {
    await make('proto')
    const answer = await fetch(`${tenants}/proto`, {
      method: 'PUT',
      headers: { 'x-admin-key': 'made-up-admin-key-0123456789', 'content-type': 'application/json' },
      body: '{"rbac":{"roles":{"__proto__":{"allowed_tools":["*"]}},"agents":{}},"__proto__":{"plan":"enterprise"}}',
    })
    expect([200, 400, 422]).toContain(answer.status)
    const { body } = await admin(`${tenants}/proto`, 'GET')
    expect(body['plan']).toBe('basic')
    expect(({} as Record<string, unknown>)['allowed_tools']).toBeUndefined()
  })

  proves(
    [
      'guard:tenant.soft-delete',
      'guard:tenant.soft-deleted-listed',
      'guard:tenants.restore',
      'guard:tenants.deleted-id-409',
      'guard:endpoints.admin-tenants',
    ],
    'is deleted softly: its keys stop, it is listed on request, its id stays in use, and it can be restored',
    async () => {
      const key = await make('seasonal')
      const check = () => post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key))
      expect((await check()).status).toBe(200)
      expect(await admin(`${tenants}/seasonal`, 'DELETE')).toMatchObject({
        status: 200,
        body: { status: 'deleted', tenant_id: 'seasonal', hard: false },
      })
      expect((await check()).status).toBe(401)
      const ids = async (query: string) =>
        ((await admin(`${tenants}?limit=500${query}`, 'GET')).body['tenants'] as { tenant_id: string }[]).map(
          (t) => t.tenant_id,
        )
      expect(await ids('')).not.toContain('seasonal')
      expect(await ids('&include_deleted=true')).toContain('seasonal')
      expect(await admin(tenants, 'POST', { tenant_id: 'seasonal' })).toMatchObject({
        status: 409,
        body: { error: 'conflict' },
      })
      expect((await admin(`${tenants}/seasonal`, 'PUT', { name: 'x' })).status).toBe(404)
      expect((await admin(`${tenants}/seasonal/restore`, 'POST')).body).toMatchObject({ deleted_at: null })
      expect((await check()).status).toBe(200)
      expect((await admin(`${tenants}/seasonal/restore`, 'POST')).status).toBe(404)
    },
  )

  proves(
    ['guard:tenant.hard-delete', 'guard:endpoints.admin-tenant-delete'],
    'is deleted for good with hard=true, and its log stays',
    async () => {
      const key = await make('gone')
      await post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key))
      expect((await admin(`${tenants}/gone?hard=true`, 'DELETE')).body).toMatchObject({ hard: true })
      expect((await admin(`${tenants}/gone`, 'GET')).status).toBe(404)
      const { entries } = (await admin(`${tenants}/gone/audit`, 'GET')).body as { entries: { action: string }[] }
      expect(entries.map(({ action }) => action)).toEqual(['tenant.delete', 'guard.input', 'tenant.create'])
      expect(await admin(tenants, 'POST', { tenant_id: 'gone' })).toMatchObject({ status: 201 })
    },
  )

  test('a new tenant cannot read the log of a deleted tenant of the same name', async () => {
    const key = await make('twice')
    await post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key))
    await admin(`${tenants}/twice?hard=true`, 'DELETE')
    // The bound is a few seconds wide, for clocks that differ.
    await delay(5_100)
    const second = await make('twice')
    const { entries } = (await send(`${service.url}/v1/tenant/me/audit`, 'GET', undefined, own(second))).body as {
      entries: { action: string }[]
    }
    expect(entries.map(({ action }) => action)).toEqual(['tenant.create'])
    const { text } = await send(`${service.url}/v1/tenant/me/audit/export`, 'GET', undefined, own(second))
    expect(text).not.toContain('guard.input')
  })

  test('"default" cannot be deleted', async () => {
    expect(await admin(`${tenants}/default?hard=true`, 'DELETE')).toMatchObject({ status: 409 })
  })

  test('is listed in pages', async () => {
    const first = (await admin(`${tenants}?limit=2`, 'GET')).body as {
      tenants: { tenant_id: string }[]
      next_cursor: string
    }
    const next = (await admin(`${tenants}?limit=500&cursor=${first.next_cursor}`, 'GET')).body as typeof first
    expect(first.tenants).toHaveLength(2)
    expect(next.next_cursor).toBeNull()
    expect(next.tenants.map((t) => t.tenant_id)).not.toContain(first.tenants[1]!.tenant_id)
  })

  proves(
    [
      'guard:tenants.plans',
      'guard:tenants.quota-basic',
      'guard:tenants.quota-pro',
      'guard:tenants.quota-enterprise',
      'guard:tenants.quota-override',
      'guard:tenants.quota-shape',
      'guard:tenants.default-unlimited',
    ],
    'has the quotas of its plan, or its own; null is unlimited',
    async () => {
      const quota = async (id: string, rest: object) => {
        await make(id, rest)
        return (await admin(`${tenants}/${id}`, 'GET')).body['quota']
      }
      const of = (minute: unknown, day: unknown, tokens: unknown) => ({
        requests_per_minute: minute,
        requests_per_day: day,
        tokens_per_day: tokens,
      })
      expect(await quota('q-basic', {})).toEqual(of(60, 100_000, 10_000_000))
      expect(await quota('q-pro', { plan: 'pro' })).toEqual(of(300, 1_000_000, 100_000_000))
      expect(await quota('q-ent', { plan: 'enterprise' })).toEqual(of(1_000, 10_000_000, 1_000_000_000))
      expect(await quota('q-own', { quota: { requests_per_minute: 5, tokens_per_day: null } })).toEqual(
        of(5, 100_000, null),
      )
      expect((await admin(`${tenants}/q-own`, 'PUT', { quota: { requests_per_day: null } })).body['quota']).toEqual(
        of(5, null, null),
      )
      expect((await admin(`${tenants}/default`, 'GET')).body['quota']).toEqual(of(null, null, null))
    },
  )
})
