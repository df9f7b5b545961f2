import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { SOURCES } from '../../src/scans/source-files.ts'
import { upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let security: Person
let admin: Person
let developer: Person
beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: 'git.internal' } })
  const organizationId = await makeOrganization(service.store)
  security = await makePerson(service.store, organizationId, 'SECURITY')
  admin = await makePerson(service.store, organizationId, 'ADMIN')
  developer = await makePerson(service.store, organizationId, 'DEVELOPER')
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, person: Person = security) =>
  send(`${service.url}/api/projects${path}`, method, body, person.session)
const create = async (body: object = { name: 'web' }) => {
  const { status, body: project } = await call('POST', '', body)
  expect(status).toBe(201)
  return project as Readonly<Record<string, unknown>> & { readonly id: string }
}

proves(
  ['appsec:projects.create-answer', 'appsec:projects.card', 'appsec:project.writable', 'appsec:gates.default'],
  'a project is created with the given fields and defaults for the rest',
  async () => {
    const fields = { name: 'web', description: 'the shop', repoUrl: 'https://git.example/shop.git' }
    const project = await create({ ...fields, dastTargetUrl: 'https://shop.example/', defaultBranch: 'trunk' })
    expect(project).toEqual({
      id: expect.any(String),
      organizationId: security.organizationId,
      ...fields,
      defaultBranch: 'trunk',
      dastTargetUrl: 'https://shop.example/',
      primaryLanguage: null,
      reduceNonProduction: true,
      webhookPaths: [],
      buildGate: {
        maxCritical: 0,
        maxHigh: 5,
        maxMedium: 20,
        maxLow: -1,
        failOnNew: true,
        allowSuppressions: true,
        failOnUnanalysed: true,
        productionOnly: false,
      },
      schedule: null,
      hasWebhookSecret: false,
      card: { grade: null, counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 }, lastScanAt: null },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const bare = await create({ name: 'bare', id: 'mine', organizationId: 'theirs' })
    expect(bare).toMatchObject({ description: '', repoUrl: null, defaultBranch: 'main', dastTargetUrl: null })
    expect([bare.id, bare['organizationId']]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      security.organizationId,
    ])
  },
)

proves('appsec:endpoints.project', 'it is read, changed in part, and deleted by an ADMIN', async () => {
  const { id } = await create({ name: 'web', repoUrl: 'https://git.example/web.git', description: 'stays' })
  const changed = await call('PATCH', `/${id}`, { name: 'site', repoUrl: null })
  expect([changed.status, changed.body]).toMatchObject([200, { name: 'site', repoUrl: null, description: 'stays' }])
  expect((await call('GET', `/${id}`, undefined, developer)).body).toEqual(changed.body)
  expect((await call('DELETE', `/${id}`)).status).toBe(403)
  expect((await call('DELETE', `/${id}`, undefined, admin)).status).toBe(204)
  expect((await call('GET', `/${id}`)).status).toBe(404)
})

proves('appsec:projects.delete-409', 'while a scan of it is not finished, it is not deleted', async () => {
  const { id } = await create()
  // No worker runs, so that the scan stays queued.
  const queued = await upload(service, admin, { 'a.js': '' }, { projectId: id })
  expect(queued.status).toBe(201)
  const refused = await call('DELETE', `/${id}`, undefined, admin)
  expect([refused.status, refused.body['error']]).toEqual([409, 'conflict'])
  await send(`${service.url}/api/scans/${String(queued.body['scanId'])}/cancel`, 'POST', undefined, admin.session)
  expect(await readdir(join(service.dataDir, SOURCES))).toHaveLength(1)
  expect((await call('DELETE', `/${id}`, undefined, admin)).status).toBe(204)
  // Its source is deleted with it.
  expect(await readdir(join(service.dataDir, SOURCES))).toEqual([])
})

test('a concurrent scan and deletion reject one request and leave no data behind', async () => {
  for (let times = 0; times < 4; times += 1) {
    const { id } = await create()
    const [queued, deleted] = await Promise.all([
      upload(service, admin, { 'a.js': '' }, { projectId: id }),
      call('DELETE', `/${id}`, undefined, admin),
    ])
    expect([`201 409`, `404 204`]).toContain(`${queued.status} ${deleted.status}`)
    if (queued.status !== 201) continue
    await send(`${service.url}/api/scans/${String(queued.body['scanId'])}/cancel`, 'POST', undefined, admin.session)
    await call('DELETE', `/${id}`, undefined, admin)
  }
  expect(await readdir(join(service.dataDir, SOURCES))).toEqual([])
})

proves(
  ['appsec:shapes.projects', 'appsec:endpoints.projects', 'appsec:limits.lists', 'appsec:finer.limits-400'],
  'they are listed by pages, newest first, and searched',
  async () => {
    const organizationId = await makeOrganization(service.store)
    const other = await makePerson(service.store, organizationId, 'SECURITY')
    for (const name of ['one', 'two_2', 'three%']) await call('POST', '', { name }, other)
    const page = async (query: string) => {
      const { status, body } = await call('GET', query, undefined, other)
      const names = (body['projects'] as { name: string }[] | undefined)?.map(({ name }) => name)
      return [status, names, body['pagination']]
    }
    expect(await page('')).toEqual([200, ['three%', 'two_2', 'one'], { page: 1, limit: 20, total: 3, totalPages: 1 }])
    expect(await page('?limit=2&page=2')).toEqual([200, ['one'], { page: 2, limit: 2, total: 3, totalPages: 2 }])
    expect((await page('?search=TWO_'))[1]).toEqual(['two_2'])
    expect((await page('?search=%25'))[1]).toEqual(['three%'])
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?page=0', '?page=-1'])
      expect((await page(query))[0]).toBe(400)
  },
)

test.each([
  ['no URL', { repoUrl: 'not a url' }],
  ['another scheme', { repoUrl: 'file:///etc/passwd' }],
  ['ssh', { repoUrl: 'git@git.example:web.git' }],
  ['a password in it', { repoUrl: 'https://me:secret@git.example/web.git' }],
  ['plain http to a host that nobody listed', { repoUrl: 'http://git.example/web.git' }],
  ['a private address', { repoUrl: 'https://10.0.0.1/web.git' }],
  ['the address of metadata', { dastTargetUrl: 'http://169.254.169.254/' }],
  ['no web address as a target', { dastTargetUrl: 'svn://shop.example/' }],
  ['a branch that is an option', { defaultBranch: '--upload-pack=x' }],
  ['a zero character', { description: 'a\0b' }],
])('a project with %s is refused', async (_title, fields) => {
  const answer = await call('POST', '', { name: 'web', ...fields })
  expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request'])
  expect(answer.text).not.toContain('secret@')
})

describe('a schedule', () => {
  proves.each(
    ['appsec:schedule.words', 'appsec:schedule.frequencies'],
    [
      [{ frequency: 'nightly' }, 'DAILY', '0 2 * * *'],
      [{ cronExpr: 'weekly' }, 'WEEKLY', '0 2 * * 1'],
      [{ schedule: 'nightly' }, 'DAILY', '0 2 * * *'],
      [{ frequency: 'biweekly' }, 'BIWEEKLY', '0 2 * * 1'],
      [{ frequency: 'MONTHLY' }, 'MONTHLY', '0 2 1 * *'],
      [{ frequency: 'DAILY', cronExpr: '30 4 * * *' }, 'DAILY', '30 4 * * *'],
      [{ frequency: 'CUSTOM', cronExpr: '0  6 * * 1-5' }, 'CUSTOM', '0 6 * * 1-5'],
      [{ cron: '15 3 * * *' }, 'CUSTOM', '15 3 * * *'],
    ],
  )('%j is %s by %s', async (body, frequency, cronExpr) => {
    const { id } = await create()
    const { status, body: answer } = await call('PUT', `/${id}/schedule`, body)
    expect([status, answer['schedule']]).toMatchObject([200, { frequency, cronExpr, enabled: true, timezone: 'UTC' }])
  })

  proves(
    ['appsec:schedule.body', 'appsec:schedule.get-delete', 'appsec:endpoints.schedule', 'appsec:shapes.schedule'],
    'is set, read with the time of its next run, and deleted',
    async () => {
      const { id } = await create()
      expect((await call('GET', `/${id}/schedule`)).body).toEqual({ schedule: null })
      const body = { frequency: 'DAILY', scanType: 'SCA_ONLY', branch: 'release/1', timezone: 'Asia/Tokyo' }
      const set = await call('POST', `/${id}/schedule`, body)
      const schedule = {
        ...body,
        enabled: true,
        cronExpr: '0 2 * * *',
        // Two in the morning in Tokyo, which has no daylight saving time.
        nextRunAt: expect.stringMatching(/T17:00:00\.000Z$/),
        lastRunAt: null,
      }
      expect(set.body).toEqual({ schedule })
      expect((await call('GET', `/${id}/schedule`, undefined, developer)).body).toEqual({ schedule })
      expect((await call('GET', `/${id}`)).body['schedule']).toEqual(schedule)
      const off = await call('PUT', `/${id}/schedule`, { ...body, enabled: false })
      expect(off.body['schedule']).toMatchObject({ enabled: false, nextRunAt: null })
      expect((await call('DELETE', `/${id}/schedule`)).status).toBe(204)
      expect((await call('GET', `/${id}/schedule`)).body).toEqual({ schedule: null })
    },
  )

  test.each([
    [{}],
    [{ frequency: 'HOURLY' }],
    [{ frequency: 'CUSTOM' }],
    [{ cronExpr: 'now and then' }],
    [{ cronExpr: '* * * * * *' }],
    [{ cronExpr: '0 0 30 2 *' }],
    [{ cronExpr: '99 * * * *' }],
    [{ frequency: 'DAILY', timezone: 'Middle/Earth' }],
    [{ frequency: 'DAILY', scanType: 'EVERYTHING' }],
    [{ frequency: 'DAILY', branch: '-x' }],
  ])('%j is refused', async (body) => {
    const { id } = await create()
    expect((await call('PUT', `/${id}/schedule`, body)).status).toBe(400)
  })
})

proves(
  ['appsec:shapes.webhook-secret', 'appsec:auth.webhook-secret-encrypted'],
  'the secret of webhooks is shown once and stored encrypted',
  async () => {
    const { id } = await create()
    const answer = await call('POST', `/${id}/webhook-secret`)
    expect([answer.status, answer.body]).toEqual([
      201,
      { projectId: id, secret: expect.stringMatching(/^whsec_[\w-]{43}$/) },
    ])
    const secret = String(answer.body['secret'])
    const { webhook_secret: sealed } = await service.store.db
      .selectFrom('projects')
      .select('webhook_secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const read = await call('GET', `/${id}`)
    expect(read.body['hasWebhookSecret']).toBe(true)
    expect(read.text + sealed!.toString('latin1') + service.log.join('')).not.toContain(secret)
    const own = await call('POST', `/${id}/webhook-secret`, { secret: 'chosen-by-the-team' })
    expect(own.body['secret']).toBe('chosen-by-the-team')
    expect((await call('POST', `/${id}/webhook-secret`, { secret: 'short' })).status).toBe(400)
    expect((await call('DELETE', `/${id}/webhook-secret`)).status).toBe(204)
    expect((await call('GET', `/${id}`)).body['hasWebhookSecret']).toBe(false)
  },
)
