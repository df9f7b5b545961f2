import { queryAudit } from '@gatehouse/store/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let organizationId: string
let admin: Person
beforeAll(async () => {
  service = await serve()
  organizationId = await makeOrganization(service.store)
  admin = await makePerson(service.store, organizationId, 'ADMIN')
})
afterAll(() => service.close())

const PASSWORD = 'a long made-up password'
const users = (method: string, body?: object, id = '', { session }: Person = admin, headers = {}) =>
  send(`${service.url}/api/users${id}`, method, body, { ...session, ...headers })
const enter = (path: string, body: object) => send(`${service.url}/api/auth/${path}`, 'POST', body)
const tokenOf = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
  String(body['inviteUrl']).split('#invite=')[1]
const membersOf = async (person: Person) =>
  (await users('GET', undefined, '', person)).body['members'] as { id: string; user: { email: string } }[]
let count = 0
const email = () => `person-${(count += 1)}@example.org`

proves(
  ['appsec:users.members', 'appsec:finer.viewer-members', 'appsec:endpoints.users'],
  'members are listed for every member',
  async () => {
    const viewer = await makePerson(service.store, organizationId, 'VIEWER')
    expect((await membersOf(viewer)).find(({ id }) => id === viewer.memberId)).toEqual({
      id: viewer.memberId,
      role: 'VIEWER',
      user: { id: viewer.userId, email: viewer.email, name: 'VIEWER' },
      createdAt: expect.any(String),
      invitedUntil: null,
    })
  },
)

proves(
  ['appsec:shapes.invite', 'appsec:shapes.invite-link', 'appsec:sessions.invite-only'],
  'without a password an invitation is a link that works once, for a week',
  async () => {
    const address = email()
    const before_ms = Date.now()
    const invited = await users('POST', { email: address.toUpperCase(), role: 'SECURITY' }, '', admin, {
      origin: service.url,
    })
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        member: expect.objectContaining({ role: 'SECURITY', user: expect.objectContaining({ email: address }) }),
        inviteUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4300\/sign-in#invite=[\w-]{43}$/),
      },
    ])
    const until = Date.parse((invited.body['member'] as { invitedUntil: string }).invitedUntil)
    const week_ms = 7 * 86_400_000
    expect(until).toBeGreaterThanOrEqual(before_ms + week_ms)
    expect(until).toBeLessThanOrEqual(Date.now() + week_ms)
    const inviteToken = tokenOf(invited)
    // For that address alone, and once.
    expect((await enter('register', { email: email(), password: PASSWORD, inviteToken })).status).toBe(403)
    const answer = await enter('register', { email: address, password: PASSWORD, inviteToken })
    expect([answer.status, answer.body['role']]).toEqual([201, 'SECURITY'])
    expect((await enter('register', { email: address, password: 'another password', inviteToken })).status).toBe(403)
    expect((await enter('login', { email: address, password: PASSWORD })).status).toBe(200)
    expect((await users('POST', { email: address, role: 'VIEWER' })).body['error']).toBe('conflict')
  },
)

test('an expired invitation is rejected, and a new invitation replaces the link', async () => {
  const address = email()
  const first = await users('POST', { email: address, role: 'VIEWER' })
  const second = await users('POST', { email: address, role: 'DEVELOPER' })
  expect((second.body['member'] as { id: string }).id).toBe((first.body['member'] as { id: string }).id)
  const body = { email: address, password: PASSWORD }
  expect((await enter('register', { ...body, inviteToken: tokenOf(first) })).status).toBe(403)
  const late = await users('POST', { email: email(), role: 'VIEWER' })
  await service.store.db
    .updateTable('members')
    .set({ invited_until: new Date(Date.now() - 1) })
    .where('id', '=', (late.body['member'] as { id: string }).id)
    .execute()
  expect((await enter('register', { ...body, inviteToken: tokenOf(late) })).status).toBe(403)
  expect((await enter('register', { ...body, inviteToken: tokenOf(second) })).body['role']).toBe('DEVELOPER')
})

test('an invitation with a password creates the account immediately', async () => {
  const address = email()
  const invited = await users('POST', { email: address, role: 'VIEWER', name: 'Vi', password: PASSWORD })
  expect([invited.status, 'inviteUrl' in invited.body]).toEqual([201, false])
  const { body } = await enter('login', { email: address, password: PASSWORD })
  expect(body).toMatchObject({ role: 'VIEWER', user: { name: 'Vi' }, organization: { id: organizationId } })
})

test('inviting an account of another organization grants no access to it', async () => {
  const address = email()
  await users('POST', { email: address, role: 'ADMIN', password: PASSWORD })
  const elsewhere = await makeOrganization(service.store, 'Elsewhere')
  const mallory = await makePerson(service.store, elsewhere, 'ADMIN')
  const body = { email: address, role: 'VIEWER', name: 'Mine', password: 'the password of mallory' }
  const invited = await users('POST', body, '', mallory)
  expect(invited.body).toMatchObject({ member: { invitedUntil: expect.any(String) }, inviteUrl: expect.any(String) })
  expect((await enter('login', { email: address, password: 'the password of mallory' })).status).toBe(401)
  // The sender of the invitation cannot accept it, and so cannot impersonate another person.
  const inviteToken = tokenOf(invited)
  expect((await enter('register', { email: address, password: 'the password of mallory', inviteToken })).status).toBe(
    403,
  )
  expect((await enter('register', { email: address, password: PASSWORD, inviteToken })).body['role']).toBe('VIEWER')
  const own = await enter('login', { email: address, password: PASSWORD })
  expect(own.body).toMatchObject({ organization: { id: organizationId }, user: { name: address } })
})

test('a member of several organizations selects one at sign-in', async () => {
  const [address, elsewhere] = [email(), await makeOrganization(service.store, 'Elsewhere')]
  await users('POST', { email: address, role: 'VIEWER', password: PASSWORD })
  const other = await makePerson(service.store, elsewhere, 'ADMIN')
  const invited = await users('POST', { email: address, role: 'SECURITY' }, '', other)
  await enter('register', { email: address, password: PASSWORD, inviteToken: tokenOf(invited) })
  const signIn = (body: object) => enter('login', { email: address, password: PASSWORD, ...body })
  expect((await signIn({})).body).toMatchObject({ role: 'VIEWER', organization: { id: organizationId } })
  const there = await signIn({ organizationId: elsewhere })
  expect(there.body).toMatchObject({ role: 'SECURITY', organization: { id: elsewhere } })
  const nowhere = await signIn({ organizationId: await makeOrganization(service.store) })
  expect(nowhere.status).toBe(401)
})

proves(
  ['appsec:users.last-admin', 'appsec:endpoints.user'],
  'the last ADMIN can be neither demoted nor removed, also by two at once',
  async () => {
    const id = await makeOrganization(service.store)
    const [one, two] = [await makePerson(service.store, id, 'ADMIN'), await makePerson(service.store, id, 'ADMIN')]
    // An invited person cannot administer anything yet.
    await users('POST', { email: email(), role: 'ADMIN' }, '', one)
    const both = await Promise.all([
      users('PATCH', { role: 'VIEWER' }, `/${two.memberId}`, one),
      users('DELETE', undefined, `/${one.memberId}`, two),
    ])
    expect(both.filter(({ status }) => status >= 400)).toHaveLength(1)
    const left = both[0].status === 200 ? one : two
    for (const [method, body] of [
      ['PATCH', { role: 'SECURITY' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await users(method, body, `/${left.memberId}`, left)
      expect([answer.status, answer.body['error']]).toEqual([400, 'last_admin'])
    }
    expect((await users('PATCH', { role: 'ADMIN' }, `/${left.memberId}`, left)).status).toBe(200)
  },
)

test('with a membership its sessions, keys and password end', async () => {
  const address = email()
  const invited = await users('POST', { email: address, role: 'DEVELOPER', password: PASSWORD })
  const id = (invited.body['member'] as { id: string }).id
  const signedIn = await enter('login', { email: address, password: PASSWORD })
  const session = { cookie: signedIn.headers.getSetCookie()[0]!.split(';')[0]! }
  const answer = await send(`${service.url}/api/apikeys`, 'POST', { name: 'key' }, session)
  const key = { authorization: `Bearer ${String(answer.body['plaintext'])}` }
  expect((await users('DELETE', undefined, `/${id}`)).status).toBe(204)
  const statuses = [session, key].map(
    async (headers) => (await send(`${service.url}/api/users`, 'GET', undefined, headers)).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 401])
  expect((await enter('login', { email: address, password: PASSWORD })).status).toBe(401)
  expect((await users('DELETE', undefined, `/${id}`)).status).toBe(404)
  await users('POST', { email: address, role: 'VIEWER', password: 'quite another password' })
  expect((await enter('login', { email: address, password: PASSWORD })).status).toBe(401)
})

test('member changes are in the audit log without secrets', async () => {
  const { entries } = await queryAudit(service.store, { tenantId: `org:${organizationId}`, limit: 200 })
  const actions = new Set(entries.map(({ action }) => action))
  expect([...actions]).toEqual(expect.arrayContaining(['member.invited', 'member.removed', 'session.started']))
  expect(JSON.stringify(entries) + service.log.join('')).not.toContain(PASSWORD)
})
