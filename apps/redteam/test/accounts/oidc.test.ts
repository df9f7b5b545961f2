import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'
import { type Changes, type Provider, startProvider } from './provider.ts'

const CLIENT = 'gatehouse-redteam'
const ADMIN = { roles: ['something-else', 'redteam-admin'] }

let provider: Provider
let served: Served

beforeAll(async () => {
  provider = await startProvider(CLIENT)
  served = await serve({ env: settings() })
})
afterAll(async () => {
  await served.close()
  await provider.close()
})

function settings(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    REDTEAM_AUTH: 'oidc',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT,
    GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
    ...more,
  }
}

async function ask(path: string, token: string, { url } = served): Promise<[number, unknown]> {
  const { status, body } = await send(`${url}${path}`, 'GET', undefined, { authorization: `Bearer ${token}` })
  return [status, status === 200 ? 'in' : body['error']]
}

proves(
  ['redteam:auth.modes', 'redteam:auth.roles'],
  'a token of the provider gives the role that its claim says',
  async () => {
    const roles: [string, unknown, unknown][] = [
      ['viewer', 'in', 'insufficient_role'],
      ['auditor', 'in', 'in'],
      ['admin', 'in', 'in'],
    ]
    for (const [role, reads, audits] of roles) {
      const token = await provider.token({ roles: [`redteam-${role}`] })
      expect([role, (await ask('/api/categories', token))[1], (await ask('/api/audit-log', token))[1]]).toEqual([
        role,
        reads,
        audits,
      ])
    }
    expect(await ask('/api/audit-log', await provider.token({ roles: 'redteam-admin' }))).toEqual([200, 'in'])
  },
)

test('keys work in addition to tokens', async () => {
  const { headers, key } = await makeKey(served.store, 'auditor')
  const answer = await send(`${served.url}/api/audit-log`, 'GET', undefined, headers)
  expect([answer.status, (await ask('/api/audit-log', key))[0]]).toEqual([200, 200])
})

const REFUSED: readonly [string, JWTPayload, Changes][] = [
  ['for somebody else', ADMIN, { audience: 'another' }],
  ['of another issuer', ADMIN, { issuer: 'https://login.example.org' }],
  ['that has ended', ADMIN, { expires: '-5m' }],
  ['without an end', ADMIN, { without: 'exp' }],
  ['that begins later', ADMIN, { notBefore: '10m' }],
  ['of nobody', ADMIN, { without: 'sub' }],
  ['of an endless subject', { ...ADMIN, sub: 's'.repeat(300) }, {}],
  ['by another key', ADMIN, { byOtherKey: true }],
  ['by the public key as a secret', ADMIN, { byPublicKey: true }],
  ['that ends sessions', ADMIN, { type: 'logout+jwt' }],
  ['that is bound to a key', { ...ADMIN, cnf: { jkt: 'x' } }, {}],
]

test.each(REFUSED)('a token %s is rejected', async (_which, claims, changes) => {
  expect(await ask('/api/categories', await provider.token(claims, changes))).toEqual([401, 'unauthorized'])
})

test('a malformed token is rejected', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const claims = part({ iss: provider.issuer, aud: CLIENT, sub: 'x', exp: now + 300, ...ADMIN })
  const honest = await provider.token(ADMIN)
  const [head = '', , signature = ''] = honest.split('.')
  const forged = [`${part({ alg: 'none' })}.${claims}.`, `${head}.${claims}.${signature}`, 'a.b.c', '..', `${honest}x`]
  for (const token of forged) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([token, ...(await ask('/api/categories', token))]).toEqual([token, 401, 'unauthorized'])
  }
  const { status } = await send(`${served.url}/api/categories`, 'GET', undefined, { 'x-api-key': honest })
  expect(status).toBe(401)
})

test.each([
  ['no role', {}],
  ['a role of something else', { roles: ['admin', 'viewer'] }],
  ['roles that are no words', { roles: [{ name: 'redteam-admin' }, null, 7] }],
])('a token with %s has insufficient role', async (_which, claims) => {
  expect(await ask('/api/categories', await provider.token(claims))).toEqual([403, 'insufficient_role'])
})

test('a claim may lie deeper, have dots in its name, and name the tenant', async () => {
  const deep = await serve({
    env: settings({ REDTEAM_OIDC_ROLE_CLAIM: 'realm.roles', REDTEAM_OIDC_TENANT_CLAIM: 'https://example.org/team' }),
  })
  try {
    const team = { 'https://example.org/team': 'acme' }
    const read = async (claims: JWTPayload) => (await ask('/api/audit-log', await provider.token(claims), deep))[1]
    expect(await read({ realm: { roles: ['redteam-auditor'] }, ...team })).toBe('in')
    expect(await read({ 'realm.roles': 'redteam-auditor', ...team })).toBe('in')
    expect(await read({ realm: { roles: ['redteam-auditor'] } })).toBe('insufficient_role')
    expect(await read({ realm: { roles: ['redteam-auditor'] }, 'https://example.org/team': '../x' })).toBe(
      'insufficient_role',
    )
    expect(await read({ roles: ['redteam-admin'], ...team })).toBe('insufficient_role')
  } finally {
    await deep.close()
  }
})

test('a configured audience replaces the client id', async () => {
  const own = await serve({ env: settings({ REDTEAM_OIDC_AUDIENCE: 'https://redteam.example.org' }) })
  try {
    const read = async (audience: string | string[]) =>
      (await ask('/api/categories', await provider.token(ADMIN, { audience }), own))[0]
    expect([await read('https://redteam.example.org'), await read(CLIENT)]).toEqual([200, 401])
    expect(await read(['userinfo', 'https://redteam.example.org'])).toBe(200)
    const { body } = await send(`${own.url}/api/auth-config`, 'GET')
    expect(body).toMatchObject({
      mode: 'oidc',
      authRequired: true,
      oidc: { issuer: provider.issuer, audience: 'https://redteam.example.org' },
    })
  } finally {
    await own.close()
  }
})

test('provider keys are fetched rarely, regardless of tokens with unknown keys', async () => {
  const before = provider.asked.keys
  for (let i = 0; i < 20; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask('/api/categories', await provider.token(ADMIN, { byOtherKey: i % 2 === 0 }))
  }
  expect(provider.asked.keys - before).toBeLessThanOrEqual(1)
})

test('a provider that does not answer is not the fault of the token', async () => {
  provider.up = false
  const alone = await serve({ env: settings() })
  try {
    expect(await ask('/api/categories', await provider.token(ADMIN), alone)).toEqual([503, 'unavailable'])
    const { headers } = await makeKey(alone.store, 'viewer')
    expect((await send(`${alone.url}/api/categories`, 'GET', undefined, headers)).status).toBe(200)
  } finally {
    provider.up = true
    await alone.close()
  }
})

test('the log contains no token', () => {
  expect(served.log.join('\n')).not.toMatch(/eyJ[\w-]+\.eyJ/)
})
