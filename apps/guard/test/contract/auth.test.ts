import { createHash, randomBytes } from 'node:crypto'
import { listEndpoints } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import { createTenant, revokeApiKey } from '@gatehouse/store/tenants'
import { temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, makeKey, makeTenant, post, serve, type Served, serveWithKeys } from '../serve.ts'

let open: Served
let keyed: Served
/** Keys of tenant acme, and one of another tenant. */
let keys: { runtime: string; admin: string; expired: string; other: string; otherAdmin: string }
beforeAll(async () => {
  ;[open, keyed] = await Promise.all([serve(), serveWithKeys()])
  const { store } = keyed
  await makeTenant(store, 'acme')
  await makeTenant(store, 'other')
  keys = {
    runtime: (await makeKey(store, 'acme', 'runtime')).key,
    admin: (await makeKey(store, 'acme', 'admin')).key,
    expired: (await makeKey(store, 'acme', 'admin', new Date(Date.now() - 1_000))).key,
    other: (await makeKey(store, 'other', 'runtime')).key,
    otherAdmin: (await makeKey(store, 'other', 'admin')).key,
  }
})
afterAll(() => Promise.all([open.close(), keyed.close()]))

const screen = (headers: Record<string, string>, body: object = { message: 'hello' }) =>
  post(`${keyed.url}/guardrails/input`, body, headers)
/** Returns the entries of the tenant that owns the admin key, newest first. */
async function auditOf(key: string): Promise<Record<string, unknown>[]> {
  const { body } = await call(`${keyed.url}/v1/tenant/me/audit`, { headers: { 'x-api-key': key } })
  return body['entries'] as Record<string, unknown>[]
}

/** The code of a failure, in the words of whichever interface the path has. */
function codeOf({ body: { error } }: { readonly body: Readonly<Record<string, unknown>> }): unknown {
  const fields = error as { code?: unknown; data?: { error?: unknown } } | string
  return typeof fields === 'string' ? fields : (fields.data?.error ?? fields.code)
}

const PROTECTED = listEndpoints(guardEndpoints).filter(({ auth }) => auth === 'runtime' || auth === 'config')
const ADMINISTRATION = listEndpoints(guardEndpoints).filter(({ auth }) => auth === 'platform')

describe('with authentication on', () => {
  proves.each(
    ['guard:auth.tenant-key-routes', 'guard:errors.401-missing', 'guard:auth.enforced-when-enabled'],
    PROTECTED.map(({ method, path }) => [method, path] as [string, string]),
  )('%s %s needs a tenant key', async (method, path) => {
    expect(path).toMatch(
      /^\/(?:guardrails|beta|v1\/(?:shield|tenant|agents|data-policies|chat|messages|models|moderations|responses)|gateway)(?:\/|$)/,
    )
    const answer = await call(`${keyed.url}${path}`, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
    })
    expect([answer.status, codeOf(answer)]).toEqual([401, 'missing_tenant_key'])
  })

  proves.each(
    ['guard:auth.admin-key', 'guard:admin.missing-key', 'guard:admin.invalid-key'],
    ADMINISTRATION.map(({ method, path }) => [method, path] as [string, string]),
  )('%s %s needs the admin key', async (method, path) => {
    expect(path).toMatch(/^\/v1\/(?:admin\/|shield\/config$)/)
    const init = method === 'GET' ? { method } : { method, body: '{}' }
    const send = (headers: Record<string, string>) =>
      call(`${keyed.url}${path}`, { ...init, headers: { 'content-type': 'application/json', ...headers } })
    const none = await send({ 'x-api-key': keys.admin })
    expect([none.status, none.body['error']]).toEqual([401, 'missing_admin_key'])
    const wrong = await send({ 'x-admin-key': keys.admin })
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_admin_key'])
  })

  proves.each(['guard:auth.x-api-key', 'guard:auth.bearer', 'guard:auth.scope-runtime'], [
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['both, alike', (key: string) => ({ 'x-api-key': key, authorization: `Bearer ${key}` })],
  ] as [string, (key: string) => Record<string, string>][])('a key is sent in %s', async (_where, headers) => {
    for (const key of [keys.runtime, keys.admin]) expect((await screen(headers(key))).status).toBe(200)
  })

  proves.each(['guard:errors.401-body', 'guard:errors.401-invalid', 'all:errors.401', 'guard:requests.two-keys-401'], [
    ['nothing', () => ({}), 'missing_tenant_key'],
    ['an empty key', () => ({ 'x-api-key': '' }), 'missing_tenant_key'],
    ['Basic credentials', () => ({ authorization: 'Basic YTpi' }), 'missing_tenant_key'],
    ['an unknown key', () => ({ 'x-api-key': 'gk_test_unknown' }), 'invalid_tenant_key'],
    ['an unknown bearer', () => ({ authorization: 'Bearer gk_test_unknown' }), 'invalid_tenant_key'],
    ['an expired key', () => ({ 'x-api-key': keys.expired }), 'invalid_tenant_key'],
    ['a key with a character more', () => ({ 'x-api-key': `${keys.runtime}0` }), 'invalid_tenant_key'],
    ['the hash of a key', () => ({ 'x-api-key': sha256(keys.runtime) }), 'invalid_tenant_key'],
    ['SQL', () => ({ 'x-api-key': "' OR '1'='1" }), 'invalid_tenant_key'],
    ['two keys', () => ({ 'x-api-key': keys.runtime, authorization: `Bearer ${keys.other}` }), 'invalid_tenant_key'],
  ] as [string, () => Record<string, string>, string][])(
    '%s is a 401 with error and detail',
    async (_what, headers, error) => {
      const answer = await screen(headers())
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ error, detail: expect.stringMatching(/^[A-Z].*\.$/) as string })
      expect(answer.text).not.toContain('gk_test')
    },
  )

  proves(
    ['all:errors.403', 'all:errors.body'],
    'a runtime key is rejected with 403 where an admin key is required',
    async () => {
      for (const path of ['/v1/tenant/me/audit', '/v1/tenant/me/audit/verify']) {
        const refused = await call(`${keyed.url}${path}`, { headers: { 'x-api-key': keys.runtime } })
        expect(refused.status).toBe(403)
        expect(refused.body).toMatchObject({ error: 'insufficient_scope', detail: expect.any(String) as string })
        expect((await call(`${keyed.url}${path}`, { headers: { 'x-api-key': keys.admin } })).status).toBe(200)
      }
    },
  )

  proves(
    ['guard:auth.tenant-from-key', 'guard:tenants.header-not-trusted'],
    'the tenant is that of the key, regardless of the request',
    async () => {
      const before = (await auditOf(keys.otherAdmin)).length
      const claims = { 'x-tenant-id': 'other', 'x-tenant': 'other', 'x-request-id': 'claims-to-be-other' }
      const answer = await post(
        `${keyed.url}/guardrails/input?tenant_id=other`,
        { message: 'hello', tenant_id: 'other', tenant: 'other' },
        { 'x-api-key': keys.runtime, ...claims },
      )
      expect(answer.status).toBe(200)
      expect(await auditOf(keys.otherAdmin)).toHaveLength(before)
      expect((await auditOf(keys.admin))[0]).toMatchObject({ tenant_id: 'acme', request_id: 'claims-to-be-other' })
    },
  )
})

describe('a revoked key', () => {
  proves('all:secrets.revocation', 'is refused at the next request on every instance', async () => {
    const second = await serveWithKeys({ database: keyed.database })
    try {
      const { id, key } = await makeKey(keyed.store, 'acme', 'runtime')
      const statuses = async () =>
        Promise.all(
          [keyed, second].map(
            async ({ url }) => (await post(`${url}/guardrails/input`, { message: 'x' }, { 'x-api-key': key })).status,
          ),
        )
      expect(await statuses()).toEqual([200, 200])
      expect(await revokeApiKey(keyed.store, 'acme', id)).toBe(true)
      expect(await statuses()).toEqual([401, 401])
    } finally {
      await second.close()
    }
  })

  proves('all:secrets.revocation', 'of one tenant cannot be revoked by another', async () => {
    const { id, key } = await makeKey(keyed.store, 'acme', 'runtime')
    expect(await revokeApiKey(keyed.store, 'other', id)).toBe(false)
    expect((await screen({ 'x-api-key': key })).status).toBe(200)
  })
})

describe('a tenant', () => {
  proves('guard:tenants.id-form', 'has an id of 1 to 64 letters, digits, _ and -', async () => {
    for (const id of ['a', 'A_b-9', 'x'.repeat(64)])
      expect(await createTenant(keyed.store, { id, name: id })).toBe(true)
    for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', 'ä', "a';--", '../a']) {
      await expect(createTenant(keyed.store, { id, name: id })).rejects.toThrow(/check constraint/)
    }
  })

  proves('guard:tenants.plans', 'has three plans', async () => {
    for (const plan of ['basic', 'pro', 'enterprise']) {
      expect(await createTenant(keyed.store, { id: `plan-${plan}`, name: plan, plan })).toBe(true)
    }
    await expect(createTenant(keyed.store, { id: 'plan-free', name: 'free', plan: 'free' })).rejects.toThrow(
      /check constraint/,
    )
  })

  proves('guard:errors.401-invalid', 'that is deleted is not identified by any of its keys', async () => {
    await makeTenant(keyed.store, 'leaving')
    const { key } = await makeKey(keyed.store, 'leaving', 'admin')
    expect((await screen({ 'x-api-key': key })).status).toBe(200)
    await keyed.store.withConnection((client) =>
      client.query(`UPDATE tenants SET deleted_at = now() WHERE id = 'leaving'`),
    )
    expect((await screen({ 'x-api-key': key })).status).toBe(401)
  })
})

describe('stored fields of a key', () => {
  proves('all:secrets.api-keys-hashed', 'is its SHA-256 and its first characters', async () => {
    const { key } = await makeKey(keyed.store, 'acme', 'runtime')
    await screen({ 'x-api-key': key })
    const stored = await keyed.store.withConnection(async (client) => {
      const { rows } = await client.query<{ dump: string }>(
        `SELECT row_to_json(api_keys)::text AS dump FROM api_keys UNION ALL SELECT row_to_json(audit_entries)::text FROM audit_entries`,
      )
      return rows.map(({ dump }) => dump).join('\n')
    })
    expect(stored).not.toContain(key)
    expect(stored).toContain(sha256(key))
    expect(keyed.log.join('')).not.toContain(key)
  })
})

describe('with authentication off', () => {
  proves(
    ['guard:auth.off-by-default', 'guard:tenants.default-tenant', 'guard:tenants.default-made'],
    'every call acts for the tenant default, without a key or with any',
    async () => {
      for (const headers of [{}, { 'x-api-key': 'whatever' }, { 'x-tenant-id': 'acme' }]) {
        expect((await post(`${open.url}/guardrails/input`, { message: 'x' }, headers)).status).toBe(200)
        const { body } = await call(`${open.url}/v1/shield/guardrails`, { headers })
        expect(body).toMatchObject({ tenant_id: 'default' })
      }
      const { body } = await call(`${open.url}/v1/tenant/me/audit`)
      expect((body['entries'] as object[]).length).toBeGreaterThanOrEqual(3)
    },
  )

  proves('guard:auth.enforced-when-enabled', 'any other word than true leaves it off, or stops the start', async () => {
    const off = await serve({ env: { SHIELD_AUTH_ENABLED: 'false' } })
    try {
      expect((await post(`${off.url}/guardrails/input`, { message: 'x' })).status).toBe(200)
    } finally {
      await off.close()
    }
    await expect(serve({ env: { SHIELD_AUTH_ENABLED: 'maybe' } })).rejects.toThrow(/SHIELD_AUTH_ENABLED/)
  })
})

describe('agent and role', () => {
  const acting = async (headers: Record<string, string>, body: object) => {
    await screen({ 'x-api-key': keys.runtime, ...headers }, { message: 'hello', ...body })
    return (await auditOf(keys.admin))[0]?.['details']
  }

  proves.each(['guard:auth.agent-header', 'guard:auth.role-header', 'guard:auth.role-body-wins'], [
    [{ 'x-agent-key': 'agent-1', 'x-user-role': 'nurse' }, {}, { agent_key: 'agent-1', user_role: 'nurse' }],
    [{ 'x-agent-id': 'agent-2' }, {}, { agent_key: 'agent-2' }],
    [{ 'x-user-role': 'nurse' }, { user_role: 'doctor' }, { user_role: 'doctor' }],
  ] as [Record<string, string>, object, object][])('of %j and %j are read', async (headers, body, expected) => {
    expect(await acting(headers, body)).toMatchObject(expected)
  })
})

describe('the admin key', () => {
  proves(
    'guard:admin.generated',
    'is created at the first start if none is set, and only its hash is stored',
    async () => {
      const database = await temporaryDatabase()
      const settings = resolveSettings({
        env: { DATABASE_URL: database.url, GATEHOUSE_MASTER_KEY: randomBytes(32).toString('hex') },
      })
      const logged: string[] = []
      const logger = createLogger({ service: 'test', stream: { write: (line) => void logged.push(line) } })
      try {
        const first = await openPlatform(settings, logger)
        const output = first.adminKey.made
        await first.close()
        const second = await openPlatform(settings, logger)
        expect(output).toMatch(/^.{40,}$/)
        expect([second.adminKey.made, second.adminKey.matches(output!), second.adminKey.matches('x')]).toEqual([
          undefined,
          true,
          false,
        ])
        await second.close()
        const stored = await database.store.withConnection(async (client) => {
          const { rows } = await client.query<{ dump: string }>(
            'SELECT row_to_json(deployment_secrets)::text AS dump FROM deployment_secrets',
          )
          return rows.map(({ dump }) => dump).join('\n')
        })
        expect(stored).toContain(sha256(output!))
        expect(stored + logged.join('')).not.toContain(output)
      } finally {
        await database.drop()
      }
    },
  )
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
