import type { Endpoint } from '@gatehouse/contracts'
import { appsecEndpoints, ORG_ROLES, type OrgRole } from '@gatehouse/contracts/appsec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeOrganization, makePerson, send, serve, type Served } from '../serve.ts'
import { BODIES } from './makers.ts'
import { MEMBER_ROWS, type MemberRow } from './rows.ts'

type Headers = Readonly<Record<string, string>>

/** Nobody's. */
const NOWHERE = '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a'
const KEY_ROLE_MAX: OrgRole = 'DEVELOPER'
const isAtLeast = (role: OrgRole, least: OrgRole) => ORG_ROLES.indexOf(role) >= ORG_ROLES.indexOf(least)

/** Returns the required role according to docs/spec/appsec.md §2, "Roles", independent of the endpoint table. */
function leastRoleOf({ method, path }: MemberRow): OrgRole {
  const row = `${method} ${path}`
  if (row.startsWith('GET /api/audit-log')) return 'SECURITY'
  if (method === 'GET' || /^\w+ \/api\/(?:apikeys|auth\/)/.test(row)) return 'VIEWER'
  // Asks, and changes nothing.
  if (row.includes('/npm/-/')) return 'VIEWER'
  if (/\/api\/users|\/api\/settings\/(?:llm|signing-keys)|^DELETE \/api\/(?:advisories|projects\/\{\w+\})$/.test(row))
    return 'ADMIN'
  if (/^POST \/api\/scans$|\/(?:pause|resume|stop|rescan|suggest-fix|open-pr)$|\/api\/findings\/|\/scan$/.test(row))
    return 'DEVELOPER'
  if (/\/(?:import|sbom)$/.test(path) && !path.includes('advisories')) return 'DEVELOPER'
  return 'SECURITY'
}

proves.group(
  [
    'appsec:permissions.viewer',
    'appsec:permissions.developer-scans',
    'appsec:permissions.security-scans',
    'appsec:permissions.security-settings',
    'appsec:permissions.admin',
    'appsec:roles.admin',
    'appsec:roles.security',
    'appsec:roles.viewer',
  ],
  'the least role of every endpoint',
  () => {
    test.each(MEMBER_ROWS)('$method $path', (row) => {
      expect(row.role).toBe(leastRoleOf(row))
    })
  },
)

proves.group(
  ['appsec:auth.bearer', 'appsec:auth.cookies', 'appsec:auth.key-may-not', 'appsec:sessions.unauthorized'],
  'every endpoint, for every caller',
  () => {
    let service: Served
    const callers = new Map<string, Headers>()

    beforeAll(async () => {
      service = await serve()
      const { store } = service
      const organizationId = await makeOrganization(store)
      const past = new Date(Date.now() - 1_000)
      for (const role of ORG_ROLES) {
        const { session, key } = await makePerson(store, organizationId, role)
        callers.set(`${role} by session`, session)
        callers.set(`${role} by key`, key)
      }
      const person = await makePerson(store, organizationId, 'ADMIN')
      await store.db
        .updateTable('sessions')
        .set({ expires_at: past })
        .where('member_id', '=', person.memberId)
        .execute()
      await store.db
        .updateTable('member_keys')
        .set({ expires_at: past })
        .where('member_id', '=', person.memberId)
        .execute()
      const revoked = await makePerson(store, organizationId, 'ADMIN')
      await store.db
        .updateTable('member_keys')
        .set({ revoked_at: past })
        .where('member_id', '=', revoked.memberId)
        .execute()
      const invited = await makePerson(store, organizationId, 'ADMIN')
      await store.db
        .updateTable('members')
        .set({ invited_until: new Date(Date.now() + 60_000) })
        .where('id', '=', invited.memberId)
        .execute()
      callers.set('nobody', {})
      callers.set('an unknown key', { authorization: 'Bearer gha_nobody_has_this_key' })
      callers.set('an unknown key beside a session', { ...callers.get('ADMIN by session'), 'x-api-key': 'gha_x' })
      callers.set('an ended session', person.session)
      callers.set('an expired key', person.key)
      callers.set('a revoked key', revoked.key)
      callers.set('somebody who is only invited', invited.session)
    })
    afterAll(() => service.close())

    function knock({ method, path }: MemberRow, headers: Headers): Promise<Answer> {
      const body = method === 'GET' ? undefined : (BODIES[`${method} ${path}`] ?? {})
      return send(`${service.url}${path.replaceAll(/\{[^}]+\}/g, NOWHERE)}`, method, body, headers)
    }

    test.each(MEMBER_ROWS)('$method $path ($role)', async (row) => {
      const texts: [string, string][] = []
      const expected: [string, string][] = []
      for (const [caller, headers] of callers) {
        const { status, body } = await knock(row, headers)
        expect(status, `${caller} on ${row.method} ${row.path}`).not.toBe(500)
        const code = String(body['error'])
        texts.push([caller, status === 401 || code === 'insufficient_role' ? code : 'in'])
        expected.push([caller, due(row, caller)])
        // An authorized caller with a readable request gets not found for an unknown resource.
        const isFound = row.path.includes('{') && due(row, caller) === 'in' && ![404, 400, 415, 501].includes(status)
        expect(isFound, `${caller} found something by ${row.method} ${row.path}: ${status}`).toBe(false)
      }
      expect(texts).toEqual(expected)
    })

    test.each(MEMBER_ROWS.filter(({ path }) => path.includes('{')))('$method $path with odd ids', async (row) => {
      const headers = await freshAdmin()
      for (const odd of ['%00', 'a%00b', '%ED%A0%80', '..%2f', '%27%3B--', 'x'.repeat(500)]) {
        const url = `${service.url}${row.path.replaceAll(/\{[^}]+\}/g, odd)}`
        const body = row.method === 'GET' ? undefined : { name: 'a\u0000b', description: '\ud800' }
        const { status } = await send(url, row.method, body, headers)
        expect(status, `${row.method} ${url}`).not.toBe(500)
      }
    })

    test('a write by a session from a page of another site is refused', async () => {
      const headers = { ...(await freshAdmin()), origin: 'https://evil.example' }
      for (const row of MEMBER_ROWS.filter(({ method }) => method !== 'GET')) {
        const { status, body } = await knock(row, headers)
        expect([row.path, status, body['error']]).toEqual([row.path, 403, 'origin_refused'])
      }
    })

    async function freshAdmin(): Promise<Headers> {
      const organizationId = await makeOrganization(service.store)
      return (await makePerson(service.store, organizationId, 'ADMIN')).session
    }
  },
)

/** Returns the expected answer for an unauthorized caller; `in` for an authorized one, whatever the answer is. */
function due({ role, sessionOnly }: MemberRow, caller: string): string {
  const [of, , by] = caller.split(' ')
  const own = ORG_ROLES.find((name) => name === of)
  if (own === undefined) return 'Unauthorized'
  if (by === 'session') return isAtLeast(own, role) ? 'in' : 'insufficient_role'
  const acting = isAtLeast(own, KEY_ROLE_MAX) ? KEY_ROLE_MAX : own
  return !sessionOnly && isAtLeast(acting, role) ? 'in' : 'insufficient_role'
}

describe('a row of the table', () => {
  proves(
    ['appsec:service.api-root', 'appsec:versions.no-segment'],
    'is rooted at /api, and at no version of it',
    () => {
      const elsewhere = Object.values<Endpoint>(appsecEndpoints).filter(({ path }) => !/^\/api\/(?!v\d)/.test(path))
      expect(elsewhere.map(({ path }) => path)).toEqual([])
    },
  )

  test('that API keys may not call rejects every API key', () => {
    const needless = MEMBER_ROWS.filter(({ sessionOnly, role }) => sessionOnly && !isAtLeast(role, 'SECURITY'))
    expect(needless.map(({ name }) => name)).toEqual(['changePassword', 'logout'])
  })
})
