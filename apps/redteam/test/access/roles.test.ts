import type { Endpoint } from '@gatehouse/contracts'
import { REDTEAM_ROLES, redteamEndpoints, type RedteamRole } from '@gatehouse/contracts/redteam'
import { revokeRedteamKey } from '@gatehouse/store/redteam'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeKey, send, serve, type Served } from '../serve.ts'
import { TESTER_ROWS, type TesterRow } from './rows.ts'

type Headers = Readonly<Record<string, string>>

/** Nobody's. */
const NOWHERE = '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a'
const isAtLeast = (role: RedteamRole, least: RedteamRole) => REDTEAM_ROLES.indexOf(role) >= REDTEAM_ROLES.indexOf(least)

/** Returns the required role according to docs/spec/redteam.md "Auth", independent of the endpoint table. */
function leastRoleOf({ method, path }: TesterRow): RedteamRole {
  if (path.startsWith('/api/audit-log')) return 'auditor'
  // Starts, ends and deletes runs; analyses change nothing. A role without permission to attack must not contact targets either.
  return /^\/api\/(?:run|target|report\/\{filename\}\/guard-policy)(?:\/|$)/.test(path) && method !== 'GET'
    ? 'admin'
    : 'viewer'
}

proves.group(['redteam:auth.roles', 'redteam:auth.audit-log-roles'], 'the least role of every endpoint', () => {
  test.each(TESTER_ROWS)('$method $path', (row) => {
    expect(row.role).toBe(leastRoleOf(row))
  })
})

proves(
  ['redteam:service.api-root', 'redteam:versions.no-segment'],
  'every row is rooted at /api, at no version of it',
  () => {
    const elsewhere = Object.values<Endpoint>(redteamEndpoints).filter(({ path }) => !/^\/api\/(?!v\d)/.test(path))
    expect(elsewhere).toEqual([])
  },
)

proves('redteam:auth.config-open', 'what is open to anybody is how callers sign in, and nothing else', () => {
  const open = Object.values<Endpoint>(redteamEndpoints).filter(({ auth }) => auth !== 'tester')
  expect(open.map(({ method, path, auth }) => [method, path, auth])).toEqual([['GET', '/api/auth-config', 'none']])
})

proves.group(['redteam:auth.roles', 'redteam:auth.headers'], 'every endpoint, for whoever knocks', () => {
  let served: Served
  const callers = new Map<string, Headers>()

  beforeAll(async () => {
    served = await serve({ env: { REDTEAM_AUTH: 'api_key' } })
    const { store } = served
    for (const role of REDTEAM_ROLES) {
      const { key } = await makeKey(store, role)
      callers.set(`${role} by header`, { 'x-api-key': key })
      callers.set(`${role} by bearer`, { authorization: `bearer ${key}` })
      callers.set(`${role} by both`, { authorization: `Bearer ${key}`, 'x-api-key': key })
    }
    const admin = await makeKey(store, 'admin')
    const other = await makeKey(store, 'admin')
    const ended = await makeKey(store, 'admin', { expiresAt: new Date(Date.now() - 1_000) })
    const revoked = await makeKey(store, 'admin')
    await revokeRedteamKey(store, revoked.id)
    callers.set('nobody', {})
    callers.set('an empty key', { 'x-api-key': '' })
    callers.set('an unknown key', { 'x-api-key': 'ghr_nobody_has_this_key' })
    callers.set('a long key', { 'x-api-key': 'g'.repeat(9_000) })
    callers.set('an ended key', ended.headers)
    callers.set('a revoked key', revoked.headers)
    callers.set('two keys', { 'x-api-key': admin.key, authorization: `Bearer ${other.key}` })
    callers.set('a key as Basic', { authorization: `Basic ${Buffer.from(`x:${admin.key}`).toString('base64')}` })
    callers.set('a key in a cookie', { cookie: `gatehouse_session=${admin.key}; key=${admin.key}` })
    callers.set('a token where there is no provider', { authorization: `Bearer ${unsignedToken()}` })
    callers.set('an id of a key', { 'x-api-key': admin.id })
  })
  afterAll(() => served.close())

  function knock({ method, path, takesBody }: TesterRow, headers: Headers): Promise<Answer> {
    const url = `${served.url}${path.replaceAll(/\{[^}]+\}/g, NOWHERE)}`
    return send(url, method, takesBody ? {} : undefined, headers)
  }

  test.each(TESTER_ROWS)('$method $path ($role)', async (row) => {
    const said: [string, string][] = []
    const expected: [string, string][] = []
    for (const [caller, headers] of callers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: which caller was let in must be told
      const { status, body, headers: answered } = await knock(row, headers)
      expect(status, `${caller} on ${row.method} ${row.path}`).not.toBe(500)
      expect(answered.has('www-authenticate')).toBe(status === 401)
      const code = String(body['error'])
      said.push([caller, status === 401 || code === 'insufficient_role' ? code : 'in'])
      expected.push([caller, due(row, caller)])
      // An authorized caller gets not found for an unknown resource.
      const isFound = row.path.includes('{') && due(row, caller) === 'in' && ![400, 404, 501].includes(status)
      expect(isFound, `${caller} found something by ${row.method} ${row.path}: ${status}`).toBe(false)
    }
    expect(said).toEqual(expected)
  })

  test.each(TESTER_ROWS.filter(({ path }) => path.includes('{')))('$method $path with odd ids', async (row) => {
    const headers = callers.get('admin by header')!
    for (const odd of ['%00', 'a%00b', '%ED%A0%80', '..%2f', '..', '%2e%2e%2fx', '%27%3B--', 'x'.repeat(500)]) {
      const url = `${served.url}${row.path.replaceAll(/\{[^}]+\}/g, odd)}`
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, text } = await send(url, row.method, undefined, headers)
      expect([400, 404, 405, 501], `${row.method} ${url}: ${text}`).toContain(status)
    }
  })

  test('a revoked key is rejected at the next request', async () => {
    const { id, headers } = await makeKey(served.store, 'viewer')
    const ask = async () => (await send(`${served.url}/api/categories`, 'GET', undefined, headers)).status
    expect(await ask()).toBe(200)
    await revokeRedteamKey(served.store, id)
    expect(await ask()).toBe(401)
  })

  test('the log contains no key', () => {
    const log = served.log.join('\n')
    expect(log).toContain('"route":"startRun"')
    expect(log).not.toContain('ghr_test_')
  })
})

/** Returns the expected answer for an unauthorized caller; `in` for an authorized one, whatever the answer is. */
function due({ role }: TesterRow, caller: string): string {
  const own = REDTEAM_ROLES.find((name) => caller.startsWith(`${name} by `))
  if (own === undefined) return 'unauthorized'
  return isAtLeast(own, role) ? 'in' : 'insufficient_role'
}

function unsignedToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: 'x', roles: ['redteam-admin'] })}.`
}
