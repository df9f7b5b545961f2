import { queryAudit } from '@gatehouse/store/audit'
import { MEMBER_KEYS_MAX, noteMemberKeyUse, removeMember } from '@gatehouse/store/organizations'
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

type Headers = Readonly<Record<string, string>>
const keys = (method: string, headers: Headers, body?: object, id = '') =>
  send(`${service.url}/api/apikeys${id}`, method, body, headers)
const bearer = (answer: { body: Readonly<Record<string, unknown>> }) => ({
  authorization: `Bearer ${String(answer.body['plaintext'])}`,
})
const roleOf = async (headers: Headers) => {
  const { status, body } = await send(`${service.url}/api/auth/me`, 'GET', undefined, headers)
  return status === 200 ? body['role'] : status
}
const person = (role: Parameters<typeof makePerson>[2]) => makePerson(service.store, organizationId, role)

proves(
  [
    'appsec:keys.answer',
    'appsec:key.fields',
    'appsec:key.plaintext-once',
    'appsec:key.hash-only',
    'appsec:keys.prefix',
    'appsec:shapes.key',
    'appsec:auth.keys-created',
    'appsec:endpoints.keys',
  ],
  'a key is shown once, and only its hash is stored',
  async () => {
    const { session, memberId, userId, email } = await person('DEVELOPER')
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const answer = await keys('POST', session, { name: 'pipeline', expiresAt })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        plaintext: expect.stringMatching(/^gha_[\w-]{43}$/),
        prefix: expect.stringMatching(/^gha_[\w-]{8}$/),
        name: 'pipeline',
        expiresAt,
      },
    ])
    const plaintext = String(answer.body['plaintext'])
    const listed = await keys('GET', session)
    const { id, prefix } = answer.body
    expect((listed.body['keys'] as { name: string }[]).find(({ name }) => name === 'pipeline')).toEqual({
      id,
      prefix,
      name: 'pipeline',
      expiresAt,
      memberId,
      user: { id: userId, email },
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    const rows = await service.store.db.selectFrom('member_keys').selectAll().execute()
    const entries = await queryAudit(service.store, { tenantId: `org:${organizationId}` })
    expect(listed.text + JSON.stringify([rows, entries]) + service.log.join('')).not.toContain(plaintext)
  },
)

proves(
  ['appsec:auth.key-developer-level', 'appsec:auth.key-lower-role', 'appsec:permissions.key-bounds'],
  'a key has the role DEVELOPER at most, limited by the current role of its creator',
  async () => {
    const viewer = await person('VIEWER')
    const [low, high] = await Promise.all([viewer, admin].map(({ session }) => keys('POST', session, { name: 'key' })))
    expect(await Promise.all([low!, high!].map((answer) => roleOf(bearer(answer))))).toEqual(['VIEWER', 'DEVELOPER'])
    const fallen = await person('SECURITY')
    const key = await keys('POST', fallen.session, { name: 'key' })
    expect(await roleOf(bearer(key))).toBe('DEVELOPER')
    await send(`${service.url}/api/users/${fallen.memberId}`, 'PATCH', { role: 'VIEWER' }, admin.session)
    expect(await roleOf(bearer(key))).toBe('VIEWER')
  },
)

proves('appsec:permissions.key-dies', 'a key is revoked when the membership of its creator ends', async () => {
  const leaver = await person('DEVELOPER')
  expect(await roleOf(leaver.key)).toBe('DEVELOPER')
  await removeMember(service.store, organizationId, leaver.memberId)
  expect([await roleOf(leaver.key), await roleOf(leaver.session)]).toEqual([401, 401])
})

proves(
  ['appsec:endpoints.key-delete', 'appsec:auth.keys-revoked', 'appsec:finer.delete-204'],
  'a revoked key is refused from the next request on',
  async () => {
    const { session } = await person('DEVELOPER')
    const answer = await keys('POST', session, { name: 'short-lived' })
    expect(await roleOf(bearer(answer))).toBe('DEVELOPER')
    expect((await keys('DELETE', session, undefined, `/${String(answer.body['id'])}`)).status).toBe(204)
    expect(await roleOf(bearer(answer))).toBe(401)
    expect((await keys('DELETE', session, undefined, `/${String(answer.body['id'])}`)).status).toBe(404)
  },
)

test('a key created with another key expires no later than its parent and is revoked with it', async () => {
  const { session } = await person('DEVELOPER')
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const first = await keys('POST', session, { name: 'first', expiresAt })
  const second = await keys('POST', bearer(first), { name: 'second' })
  const third = await keys('POST', bearer(second), { name: 'third', expiresAt: '2090-01-01T00:00:00Z' })
  expect([second.body['expiresAt'], third.body['expiresAt']]).toEqual([expiresAt, expiresAt])
  await keys('DELETE', session, undefined, `/${String(first.body['id'])}`)
  expect(await Promise.all([first, second, third].map((answer) => roleOf(bearer(answer))))).toEqual([401, 401, 401])
})

proves('appsec:keys.expired', 'an expired key is a 401, and a key cannot be created expired', async () => {
  const { session } = await person('DEVELOPER')
  const answer = await keys('POST', session, { name: 'old', expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await service.store.db
    .updateTable('member_keys')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', String(answer.body['id']))
    .execute()
  expect(await roleOf(bearer(answer))).toBe(401)
  const past = await keys('POST', session, { name: 'old', expiresAt: '2020-01-01T00:00:00Z' })
  expect([past.status, past.body['details']]).toEqual([
    400,
    [{ path: 'expiresAt', message: 'expiresAt is in the past' }],
  ])
})

proves('appsec:permissions.own-keys', 'anybody makes, sees and revokes keys of their own', async () => {
  const [viewer, other] = [await person('VIEWER'), await person('DEVELOPER')]
  const answer = await keys('POST', viewer.session, { name: 'mine' })
  const seen = async ({ session }: Person) =>
    ((await keys('GET', session)).body['keys'] as { memberId: string }[]).map(({ memberId }) => memberId)
  expect(new Set(await seen(viewer))).toEqual(new Set([viewer.memberId]))
  const id = `/${String(answer.body['id'])}`
  for (const headers of [other.session, other.key, (await person('SECURITY')).session]) {
    const refused = await keys('DELETE', headers, undefined, id)
    expect([refused.status, refused.body['error']]).toEqual([403, 'insufficient_role'])
  }
  // An ADMIN manages keys of others, though not with a key.
  expect(new Set(await seen(admin))).toContain(viewer.memberId)
  expect((await keys('DELETE', admin.key, undefined, id)).status).toBe(403)
  expect((await keys('DELETE', admin.session, undefined, id)).status).toBe(204)
})

proves('appsec:auth.attribution', 'actions of a key are attributed to its creator', async () => {
  const { key, userId, email } = await person('DEVELOPER')
  const answer = await keys('POST', key, { name: 'by a key' })
  const { entries } = await queryAudit(service.store, { tenantId: `org:${organizationId}`, actor: `user:${userId}` })
  expect(entries[0]).toMatchObject({
    action: 'apikey.created',
    details: { resourceId: answer.body['id'], email, keyId: expect.any(String) },
  })
})

test('when a key was last used is written down', async () => {
  const { session, key, memberId } = await person('DEVELOPER')
  const stored = await service.store.db
    .selectFrom('member_keys')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  await roleOf(key)
  const read = async () => ((await keys('GET', session)).body['keys'] as { lastUsedAt: string | null }[])[0]!.lastUsedAt
  await expect.poll(read, { timeout: 5_000 }).toBeTruthy()
  const noted = await read()
  await noteMemberKeyUse(service.store, [stored.id], new Date(Date.now() + 1_000), 60_000)
  expect(await read()).toBe(noted)
})

test('the number of keys per member is limited, even for concurrent requests', async () => {
  const { session, memberId } = await person('VIEWER')
  const rows = Array.from({ length: MEMBER_KEYS_MAX - 2 }, () => ({
    id: crypto.randomUUID(),
    organization_id: organizationId,
    member_id: memberId,
    name: 'filler',
    prefix: 'gha_',
    sha256: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
  }))
  await service.store.db.insertInto('member_keys').values(rows).execute()
  const three = await Promise.all(['a', 'b', 'c'].map((name) => keys('POST', session, { name })))
  expect(three.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(three.find(({ status }) => status === 409)?.body['error']).toBe('limit_reached')
})

test.each([{}, { name: '' }, { name: 'a\nb' }, { name: 'a\0b' }, { name: 'x'.repeat(101) }, { name: '\ud800' }])(
  'the body %j creates no key',
  async (body) => {
    expect((await keys('POST', admin.session, body)).status).toBe(400)
  },
)
