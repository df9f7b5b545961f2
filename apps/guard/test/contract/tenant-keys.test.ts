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
const make = (id: string) => makeTeam(service.url, id)
const KEY = 'a-key-chosen-by-the-team'

describe('keys', () => {
  proves(
    [
      'guard:keys.entries',
      'guard:keys.string-is-admin',
      'guard:tenant.api-keys',
      'guard:keys.plaintext-once',
      'guard:keys.reads',
    ],
    'are strings or records; the text is shown once',
    async () => {
      const created = await admin(tenants, 'POST', {
        tenant_id: 'keyed',
        api_keys: [KEY, { name: 'ci', scope: 'runtime', expires_at: '2099-01-01T00:00:00Z' }],
      })
      expect(created.body['api_keys']).toMatchObject([
        { api_key: KEY, scope: 'admin' },
        {
          name: 'ci',
          scope: 'runtime',
          expires_at: '2099-01-01T00:00:00.000Z',
          api_key: expect.stringMatching(/^gh_tenant_/) as string,
        },
      ])
      const read = await admin(`${tenants}/keyed`, 'GET')
      expect(read.text).not.toContain(KEY)
      for (const key of read.body['api_keys'] as Record<string, unknown>[]) {
        expect(Object.keys(key).sort()).toEqual([
          'created_at',
          'expires_at',
          'id',
          'last_used_at',
          'name',
          'prefix',
          'scope',
        ])
      }
      expect((await send(`${service.url}/v1/tenant/me/api-keys`, 'GET', undefined, own(KEY))).status).toBe(200)
    },
  )

  proves(
    ['guard:endpoints.admin-keys', 'guard:keys.route-body', 'guard:keys.creation-answer', 'guard:keys.delete-forms'],
    'are created and revoked by administrators, by text or id',
    async () => {
      await make('gate')
      const at = `${tenants}/gate/api-keys`
      const forms = [
        ({ api_key }: Record<string, string>) => admin(at, 'DELETE', { api_key }),
        ({ id }: Record<string, string>) => admin(at, 'DELETE', { id }),
        ({ id }: Record<string, string>) => admin(`${at}?id=${id}`, 'DELETE'),
      ]
      for (const [index, revoke] of forms.entries()) {
        const { status, body } = await admin(at, 'POST', { api_key: `brought-along-${index}`, name: 'n' })
        expect(status).toBe(201)
        expect(body).toMatchObject({
          api_key: `brought-along-${index}`,
          scope: 'admin',
          prefix: expect.any(String) as string,
        })
        const key = body as Record<string, string>
        const check = () => post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key['api_key']!))
        expect((await check()).status).toBe(200)
        expect((await revoke(key)).body).toEqual({ status: 'revoked', id: key['id'] })
        expect((await check()).status).toBe(401)
        expect((await revoke(key)).status).toBe(404)
      }
      expect((await admin(at, 'DELETE', {})).status).toBe(422)
      expect((await admin(at, 'DELETE', { id: 'not-a-uuid' })).status).toBe(404)
    },
  )

  proves(
    ['guard:keys.self-service', 'guard:keys.max-10', 'guard:keys.limit-reached'],
    'are created and revoked by the tenant itself, ten at most',
    async () => {
      const key = await make('selfish')
      const at = `${service.url}/v1/tenant/me/api-keys`
      for (let result = 1; result < 10; result += 1) expect((await send(at, 'POST', {}, own(key))).status).toBe(201)
      expect(await send(at, 'POST', {}, own(key))).toMatchObject({ status: 409, body: { error: 'limit_reached' } })
      const { api_keys: keys } = (await send(at, 'GET', undefined, own(key))).body as {
        api_keys: { id: string; scope: string }[]
      }
      expect(keys.filter(({ scope }) => scope === 'runtime')).toHaveLength(9)
      expect((await send(`${at}?id=${keys[5]!.id}`, 'DELETE', undefined, own(key))).status).toBe(200)
      expect((await send(at, 'POST', {}, own(key))).status).toBe(201)
    },
  )

  proves('guard:keys.insufficient-scope', 'of scope runtime change no configuration', async () => {
    const key = await make('scoped')
    const runtime = (await send(`${service.url}/v1/tenant/me/api-keys`, 'POST', {}, own(key))).body['api_key'] as string
    const writes = [
      ['PUT', '/v1/tenant/me/policies', { input_guardrails: {}, output_guardrails: {} }],
      ['POST', '/v1/tenant/me/api-keys', {}],
      ['DELETE', '/v1/tenant/me/api-keys', { id: 'x' }],
      ['POST', '/v1/tenant/me/policies/versions/1/restore', undefined],
    ] as const
    for (const [method, path, body] of writes) {
      expect(await send(service.url + path, method, body, own(runtime))).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
    }
  })

  test('show when they were used last, to the minute', async () => {
    const key = await make('used')
    const at = `${service.url}/v1/tenant/me/api-keys`
    const spare = (await send(at, 'POST', { name: 'spare' }, own(key))).body['id']
    const before = Date.now()
    for (let n = 0; n < 5; n += 1) await post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key))
    const lastUsed = async () => {
      const { api_keys: keys } = (await send(at, 'GET', undefined, own(key))).body as {
        api_keys: { id: string; last_used_at: string | null }[]
      }
      return new Map(keys.map(({ id, last_used_at }) => [id === spare ? 'spare' : 'used', last_used_at]))
    }
    await expect.poll(async () => (await lastUsed()).get('used'), { timeout: 20_000 }).toEqual(expect.any(String))
    const first = await lastUsed()
    expect(Date.parse(first.get('used')!)).toBeGreaterThanOrEqual(before - 60_000)
    expect(first.get('spare')).toBeNull()
    await post(`${service.url}/guardrails/input`, { message: 'hello' }, own(key))
    expect(await lastUsed()).toEqual(first)
  })

  test('of one tenant are neither revocable by nor visible to another tenant', async () => {
    const mine = await make('mine')
    const theirs = await make('theirs')
    const { api_keys: keys } = (await send(`${service.url}/v1/tenant/me/api-keys`, 'GET', undefined, own(theirs)))
      .body as {
      api_keys: { id: string }[]
    }
    const at = `${service.url}/v1/tenant/me/api-keys`
    expect((await send(at, 'DELETE', { id: keys[0]!.id }, own(mine))).status).toBe(404)
    expect((await send(at, 'DELETE', { api_key: theirs }, own(mine))).status).toBe(404)
    expect((await send(at, 'GET', undefined, own(theirs))).status).toBe(200)
    expect((await send(at, 'POST', { api_key: theirs }, own(mine))).status).toBe(409)
  })

  test('that would be expired from the start, or are too short, are refused', async () => {
    await make('dated')
    const at = `${tenants}/dated/api-keys`
    expect((await admin(at, 'POST', { expires_at: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect((await admin(at, 'POST', { expires_at: 'tomorrow' })).status).toBe(422)
    expect((await admin(at, 'POST', { api_key: 'short' })).status).toBe(422)
    expect((await admin(at, 'POST', { api_key: 'with a blank in it' })).status).toBe(422)
  })
})
