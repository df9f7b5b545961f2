import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let security: Person
beforeAll(async () => {
  service = await serve()
  security = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

interface Entry {
  readonly id: string
  readonly action: string
  readonly user: { readonly id: string }
}

const call = (method: string, path: string, body?: object, headers = security.session) =>
  send(`${service.url}/api${path}`, method, body, headers)
const log = async (query: string, person = security) => {
  const { status, body } = await call('GET', `/audit-log${query}`, undefined, person.session)
  return { status, entries: (body['entries'] ?? []) as Entry[], nextCursor: body['nextCursor'] as string | null }
}

proves(
  [
    'appsec:endpoints.audit-log',
    'appsec:endpoints.audit-log-answer',
    'appsec:audit.fields',
    'appsec:audit.action',
    'appsec:audit-log.limit',
    'appsec:permissions.security-audit',
  ],
  'the log is paged, newest first, filtered by action and member',
  async () => {
    const developer = await makePerson(service.store, security.organizationId, 'DEVELOPER')
    const answer = await call('POST', '/projects', { name: 'web' })
    await call('POST', '/apikeys', { name: 'ci' }, developer.key)
    await call('POST', '/settings/policies', { name: 'p', rule: 'a rule of some length' })
    const all = await log('')
    expect(all.entries.map(({ action }) => action)).toEqual(['policy.created', 'apikey.created', 'project.created'])
    expect(all.entries[2]).toEqual({
      id: expect.any(String),
      action: 'project.created',
      resource: 'project',
      resourceId: answer.body['id'],
      user: { id: security.userId, email: security.email },
      ipAddress: '127.0.0.1',
      details: { name: 'web', repoUrl: null },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: answer.headers.get('x-request-id'),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const pages: Entry[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof log>> = await log(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      pages.push(...page.entries)
      cursor = page.nextCursor
    }
    expect(pages).toEqual(all.entries)
    expect((await log('?action=apikey.created')).entries).toEqual([all.entries[1]])
    expect((await log(`?userId=${developer.userId}`)).entries).toEqual([all.entries[1]])
    const statuses = ['?limit=0', '?limit=201', '?cursor=made-up', '?limit=200'].map(
      async (query) => (await log(query)).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 200])
  },
)

test('it is that of the organization alone, for SECURITY and up, by session alone', async () => {
  await call('POST', '/projects', { name: 'mine' })
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  expect((await log('', stranger)).entries).toEqual([])
  expect((await log(`?userId=${security.userId}`, stranger)).entries).toEqual([])
  const developer = await makePerson(service.store, security.organizationId, 'DEVELOPER')
  for (const headers of [developer.session, developer.key, security.key])
    expect((await call('GET', '/audit-log', undefined, headers)).status).toBe(403)
})

proves('appsec:finer.audit-verify', 'the chain is verified, and changes are detected', async () => {
  await call('POST', '/projects', { name: 'one more' })
  const { body } = await call('GET', '/audit-log/verify')
  expect(body).toMatchObject({ valid: true, checked: expect.any(Number), seal: { state: 'sealed' } })
  await service.store.withConnection(async (client) => {
    // Simulates an attacker with full database access: entries cannot be changed otherwise.
    await client.query('SET session_replication_role = replica')
    const chain = `org:${security.organizationId}`
    await client.query(`UPDATE audit_entries SET actor = 'user:else' WHERE tenant_id = $1 AND seq = 2`, [chain])
  })
  const after = await call('GET', '/audit-log/verify')
  expect(after.body).toEqual({
    valid: false,
    checked: 1,
    firstBroken: {
      seq: 2,
      id: expect.any(String),
      reason: 'the content of entry 2 was changed and does not match its hash',
    },
    seal: { state: 'sealed', keyId: expect.any(String) },
  })
})
