import { SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import { uuidv7 } from '@gatehouse/kernel'
import { queryAudit } from '@gatehouse/store/audit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, send, serve, type Served } from '../serve.ts'

let service: Served
beforeEach(async () => {
  service = await serve()
})
afterEach(() => service.close())

const PASSWORD = 'a long made-up password'
const register = (body: object, headers = {}) => send(`${service.url}/api/auth/register`, 'POST', body, headers)
const login = (body: object, headers = {}) => send(`${service.url}/api/auth/login`, 'POST', body, headers)
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? ''
const asCookie = (answer: { headers: Headers }) => ({
  cookie: cookieOf(answer).split(';')[0]!,
  'sec-fetch-site': 'same-origin',
})

describe('the first registration', () => {
  proves(
    ['appsec:sessions.register', 'appsec:sessions.cookie', 'appsec:finer.first-registration'],
    'makes the organization, its ADMIN, and a session that is theirs alone',
    async () => {
      const answer = await register({ email: 'Ann@Example.org', password: PASSWORD, organizationName: 'Example' })
      expect([answer.status, answer.body]).toMatchObject([
        201,
        { user: { email: 'ann@example.org' }, organization: { name: 'Example' }, role: 'ADMIN' },
      ])
      expect(cookieOf(answer)).toMatch(
        new RegExp(`^${SESSION_COOKIE}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800$`),
      )
      const me = await send(`${service.url}/api/auth/me`, 'GET', undefined, asCookie(answer))
      expect([me.status, me.body]).toEqual([200, answer.body])
      expect(answer.text + service.log.join('')).not.toContain(PASSWORD)
    },
  )

  test('of two concurrent requests creates one first user', async () => {
    const both = await Promise.all(
      ['a@example.org', 'b@example.org'].map((email) => register({ email, password: PASSWORD })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 403]))
  })

  test('then requires an invitation for every registration', async () => {
    await makeOrganization(service.store)
    const answer = await register({ email: 'eve@example.org', password: PASSWORD })
    expect([answer.status, answer.body['error'], cookieOf(answer)]).toEqual([403, 'authz_denied', ''])
    const guessed = await register({ email: 'eve@example.org', password: PASSWORD, inviteToken: 'guessed' })
    expect(guessed.status).toBe(403)
  })
})

describe('signing in', () => {
  beforeEach(() => register({ email: 'ann@example.org', password: PASSWORD }))

  proves(
    ['appsec:sessions.routes', 'appsec:sessions.server-side'],
    'with the password starts a session; signing out ends it',
    async () => {
      const answer = await login({ email: 'ANN@example.org', password: PASSWORD }, { 'x-forwarded-proto': 'https' })
      expect(answer.status).toBe(200)
      expect(cookieOf(answer)).toMatch(/; Secure$/)
      const session = asCookie(answer)
      const out = await send(`${service.url}/api/auth/logout`, 'POST', undefined, session)
      expect([out.status, cookieOf(out)]).toEqual([204, expect.stringContaining('Max-Age=0')])
      expect((await send(`${service.url}/api/auth/me`, 'GET', undefined, session)).status).toBe(401)
    },
  )

  test.each([
    ['a wrong password', { email: 'ann@example.org', password: 'wrong' }],
    ['an address that nobody has', { email: 'bob@example.org', password: PASSWORD }],
    ['a password that is a way around', { email: 'ann@example.org', password: '' }],
  ])('%s is refused, and the answers are alike', async (_title, body) => {
    const answer = await login(body)
    expect([answer.status, answer.body]).toMatchObject([
      401,
      { error: 'Unauthorized', detail: 'Wrong email or password.' },
    ])
    expect(cookieOf(answer)).toBe('')
  })

  proves(
    'appsec:sessions.throttled',
    'password guessing is blocked, even with the right password in the end',
    async () => {
      const tries = []
      for (let count = 0; count < 12; count += 1)
        tries.push((await login({ email: 'ann@example.org', password: 'no' })).status)
      expect(tries.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 401))
      const last = await login({ email: 'ann@example.org', password: PASSWORD })
      expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
    },
  )

  test('guessing the password of an ADMIN does not lock out browsers the ADMIN has used', async () => {
    const before = await login({ email: 'ann@example.org', password: PASSWORD })
    const device = before.headers.getSetCookie().find((line) => line.startsWith('gatehouse_device='))
    expect(device).toMatch(/^gatehouse_device=[\w-]{60,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    // A spoofed address or a forged seal does not reset an attacker's limit.
    for (let count = 0; count < 12; count += 1) {
      const spoofed = { 'x-forwarded-for': `198.51.100.${count}`, 'x-gatehouse-client': `198.51.100.${count}` }
      await login({ email: 'ann@example.org', password: 'no' }, spoofed)
    }
    const stranger = await login({ email: 'ann@example.org', password: PASSWORD }, { 'x-forwarded-for': '203.0.113.5' })
    const owner = await login({ email: 'ann@example.org', password: PASSWORD }, { cookie: device!.split(';')[0]! })
    expect([stranger.status, owner.status]).toEqual([429, 200])
  })

  proves('appsec:sessions.cross-origin', 'from a page of another site is refused', async () => {
    const answer = await login({ email: 'ann@example.org', password: PASSWORD }, { origin: 'https://evil.example' })
    expect([answer.status, answer.body['error']]).toEqual([403, 'origin_refused'])
  })
})

test('behind a trusted proxy only the guessing client is throttled, and the log has its address', async () => {
  await register({ email: 'ann@example.org', password: PASSWORD })
  const behind = await serve({ database: service.database, env: { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' } })
  const from = (address: string, password: string) =>
    send(`${behind.url}/api/auth/login`, 'POST', { email: 'ann@example.org', password }, { 'x-forwarded-for': address })
  // Entries to the left are set by the attacker.
  for (let count = 0; count < 10; count += 1) await from(`203.0.113.${count}, 198.51.100.1`, 'no')
  const guesser = await from('203.0.113.77, 198.51.100.1', PASSWORD)
  const owner = await from('198.51.100.2', PASSWORD)
  expect([guesser.status, owner.status]).toEqual([429, 200])
  const log = await send(`${behind.url}/api/audit-log?action=session.started`, 'GET', undefined, asCookie(owner))
  expect(log.body['entries']).toMatchObject([{ ipAddress: '198.51.100.2' }, { ipAddress: '127.0.0.1' }])
  await behind.close()
})

proves('appsec:sessions.passwords', 'a password is stored only as a salted scrypt hash', async () => {
  await register({ email: 'ann@example.org', password: PASSWORD })
  const { password } = await service.store.db.selectFrom('users').select('password').executeTakeFirstOrThrow()
  expect(password).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
})

describe('changing your own password', () => {
  const NEW = 'another long made-up password'
  let here: Record<string, string>
  let elsewhere: Record<string, string>
  beforeEach(async () => {
    here = asCookie(await register({ email: 'ann@example.org', password: PASSWORD }))
    elsewhere = asCookie(await login({ email: 'ann@example.org', password: PASSWORD }))
  })
  const change = (body: object, headers: Record<string, string> = here) =>
    send(`${service.url}/api/auth/password`, 'POST', body, headers)
  const me = async (headers: Record<string, string>) =>
    (await send(`${service.url}/api/auth/me`, 'GET', undefined, headers)).status
  const signIn = async (password: string) => (await login({ email: 'ann@example.org', password })).status

  test('requires the current password and ends every other session', async () => {
    const answer = await change({ currentPassword: PASSWORD, newPassword: NEW })
    expect([answer.status, await me(here), await me(elsewhere)]).toEqual([204, 200, 401])
    expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
    expect(service.log.join('')).not.toContain(NEW)
  })

  test('fails without the current password, and guessing is throttled', async () => {
    const answer = await change({ currentPassword: 'guessed', newPassword: NEW })
    expect([answer.status, answer.body['error'], await me(elsewhere)]).toEqual([403, 'authz_denied', 200])
    const tries = []
    for (let count = 0; count < 10; count += 1)
      tries.push((await change({ currentPassword: 'guessed', newPassword: NEW })).status)
    expect(tries.at(-1)).toBe(429)
  })

  test('twice concurrently applies one change', async () => {
    const both = await Promise.all(
      ['one', 'two'].map((word) => change({ currentPassword: PASSWORD, newPassword: `${word} ${NEW}` })),
    )
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 403])
  })

  test('sessions in other organizations end too', async () => {
    const organizationId = await makeOrganization(service.store, 'Second')
    const { id } = await service.store.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const member = { id: uuidv7(), organization_id: organizationId, user_id: id, role: 'VIEWER' }
    await service.store.db.insertInto('members').values(member).execute()
    const second = asCookie(await login({ email: 'ann@example.org', password: PASSWORD, organizationId }))
    await change({ currentPassword: PASSWORD, newPassword: NEW })
    expect([await me(second), await me(here)]).toEqual([401, 200])
  })

  test('requires a session, an existing password and a long enough new password', async () => {
    const short = await change({ currentPassword: PASSWORD, newPassword: 'short' })
    const { key, session } = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
    const byKey = await change({ currentPassword: PASSWORD, newPassword: NEW }, key)
    const without = await change({ currentPassword: '', newPassword: NEW }, session)
    expect([short.status, byKey.status, without.status]).toEqual([400, 403, 409])
  })

  test('is in the log of the organization, without either', async () => {
    const { body } = await send(`${service.url}/api/auth/me`, 'GET', undefined, here)
    await change({ currentPassword: 'guessed', newPassword: NEW })
    await change({ currentPassword: PASSWORD, newPassword: NEW })
    const organizationId = (body['organization'] as { id: string }).id
    const { entries } = await queryAudit(service.store, { tenantId: `org:${organizationId}`, limit: 2 })
    expect(entries.map(({ action }) => action)).toEqual(['password.changed', 'password.refused'])
    expect(JSON.stringify(entries)).not.toMatch(/password"?: ?"|guessed|made-up/)
  })
})

test('every start, end and refusal of a session is in the log of the organization', async () => {
  const { body } = await register({ email: 'ann@example.org', password: PASSWORD })
  await login({ email: 'ann@example.org', password: 'wrong password' })
  const organizationId = (body['organization'] as { id: string }).id
  const { entries } = await queryAudit(service.store, { tenantId: `org:${organizationId}` })
  expect(entries.map(({ action }) => action)).toEqual(['session.refused', 'session.started', 'organization.created'])
})

test('an API key returns its owner and role', async () => {
  const organizationId = await makeOrganization(service.store)
  const { key, email } = await makePerson(service.store, organizationId, 'ADMIN')
  const { body } = await send(`${service.url}/api/auth/me`, 'GET', undefined, key)
  expect(body).toMatchObject({ user: { email }, organization: { id: organizationId }, role: 'DEVELOPER' })
})
