import { type EndpointAuth, listEndpoints } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { revokeApiKey } from '@gatehouse/store/tenants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY, type Answer, makeKey, makeTenant, send, type Served, serveWithKeys } from '../serve.ts'

/** Credentials of the test callers. */
const CREDENTIALS = [
  'none',
  'unknown',
  'revoked',
  'expired',
  'runtime',
  'admin scope',
  'admin key',
  'wrong admin key',
] as const
type Credential = (typeof CREDENTIALS)[number]

/** Response of an endpoint to unauthorized callers; `in` for admitted callers, with any response. */
const EXPECTED: Readonly<Partial<Record<EndpointAuth, Readonly<Record<Credential, string>>>>> = {
  none: {
    none: 'in',
    unknown: 'in',
    revoked: 'in',
    expired: 'in',
    runtime: 'in',
    'admin scope': 'in',
    'admin key': 'in',
    'wrong admin key': 'in',
  },
  runtime: {
    none: 'missing_tenant_key',
    unknown: 'invalid_tenant_key',
    revoked: 'invalid_tenant_key',
    expired: 'invalid_tenant_key',
    runtime: 'in',
    'admin scope': 'in',
    'admin key': 'missing_tenant_key',
    'wrong admin key': 'missing_tenant_key',
  },
  config: {
    none: 'missing_tenant_key',
    unknown: 'invalid_tenant_key',
    revoked: 'invalid_tenant_key',
    expired: 'invalid_tenant_key',
    runtime: 'insufficient_scope',
    'admin scope': 'in',
    'admin key': 'missing_tenant_key',
    'wrong admin key': 'missing_tenant_key',
  },
  platform: {
    none: 'missing_admin_key',
    unknown: 'missing_admin_key',
    revoked: 'missing_admin_key',
    expired: 'missing_admin_key',
    runtime: 'missing_admin_key',
    'admin scope': 'missing_admin_key',
    'admin key': 'in',
    'wrong admin key': 'invalid_admin_key',
  },
}

/** Error codes of the key check only. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'missing_tenant_key',
  'invalid_tenant_key',
  'insufficient_scope',
  'missing_admin_key',
  'invalid_admin_key',
])

describe('every endpoint, with every kind of key', () => {
  let service: Served
  let headers: Readonly<Record<Credential, Readonly<Record<string, string>>>>

  beforeAll(async () => {
    service = await serveWithKeys()
    const { store } = service
    await makeTenant(store, 'team')
    const keyed = async (scope: 'runtime' | 'admin', expiresAt?: Date) =>
      ({ 'x-api-key': (await makeKey(store, 'team', scope, expiresAt)).key }) as const
    const revoked = await makeKey(store, 'team', 'admin')
    await revokeApiKey(store, 'team', revoked.id)
    headers = {
      none: {},
      unknown: { 'x-api-key': 'gk_nobody_has_this_key' },
      revoked: { 'x-api-key': revoked.key },
      expired: await keyed('admin', new Date(Date.now() - 1_000)),
      runtime: await keyed('runtime'),
      'admin scope': await keyed('admin'),
      'admin key': { 'x-admin-key': ADMIN_KEY },
      'wrong admin key': { 'x-admin-key': `${ADMIN_KEY}x` },
    }
  })
  afterAll(() => service.close())

  const rows = listEndpoints(guardEndpoints)

  test.each(rows.filter(({ path }) => path.includes('{')))('$method $path with a zero character', async (row) => {
    const { method, path, auth } = row
    const key = auth === 'platform' ? headers['admin key'] : headers['admin scope']
    for (const odd of ['%00', 'a%00b', '%ED%A0%80', '%F0%9F%92%A9', '..%2f', '%27%3B--']) {
      const url = `${service.url}${path.replaceAll(/\{[^}]+\}/g, odd)}`
      const { status } = await send(
        url,
        method,
        method === 'GET' ? undefined : { name: 'a\u0000b', description: '\ud800' },
        key,
      )
      expect(status, `${method} ${url}`).toBeLessThan(500)
    }
  })

  test.each(rows)('$method $path ($auth)', async ({ method, path, auth }) => {
    const answers: [Credential, Answer][] = []
    for (const credential of CREDENTIALS) {
      const url = `${service.url}${path.replaceAll(/\{[^}]+\}/g, 'no-such-thing')}`
      const body = method === 'GET' ? undefined : {}
      // One after the other: an admitted call may change later results, but must not change who is admitted.
      answers.push([credential, await send(url, method, body, headers[credential])])
    }
    const texts = answers.map(([credential, answer]) => {
      const code = codeOf(answer)
      return [credential, REFUSALS.has(code) ? code : 'in']
    })
    const expected = EXPECTED[auth]!
    expect(Object.fromEntries(texts)).toEqual(expected)
    const refused = answers.filter(([credential]) => expected[credential] !== 'in')
    for (const [credential, { status }] of refused) {
      expect(status).toBe(expected[credential] === 'insufficient_scope' ? 403 : 401)
    }
    // An empty request with a foreign id never causes an internal error, admitted or not.
    for (const [credential, { status }] of answers) {
      expect(status, `${credential} on ${method} ${path}`).not.toBe(500)
    }
  })
})

/** The code of a failure, also in the words of interfaces that have an object for it. */
function codeOf({ body: { error } }: Answer): unknown {
  const { data } = (error ?? {}) as { data?: { error?: unknown } }
  if (data?.error !== undefined) return data.error
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error
}
