import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeHost, fakeHost } from '../hosts/fake-host.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { isOver, until } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const TOKEN = 'glpat-of-the-tests'
let service: Served
let ann: Person
let host: FakeHost
let path: string
beforeAll(async () => {
  service = await serve({
    worker: { idle_ms: 50 },
    scanners: markerRegistry(),
    env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())
beforeEach(async () => {
  host = await fakeHost('gitlab')
  path = `/api/projects/${await projectOf('https://gitlab.example.org/acme/shop')}/host`
})
afterEach(() => host.close())

const call = (method: string, at: string, body?: unknown, person = ann): Promise<Answer> =>
  send(`${service.url}${at}`, method, body, person.session)
const projectOf = async (repoUrl: string) =>
  String((await call('POST', '/api/projects', { name: 'shop', repoUrl })).body['id'])
const link = (more: object = {}) => ({
  kind: 'gitlab',
  baseUrl: host.url,
  owner: 'acme',
  repo: 'shop',
  token: TOKEN,
  ...more,
})

describe('a host link', () => {
  test('is tested when it is saved, and shown without its secret', async () => {
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect(await call('POST', `${path}/test`)).toMatchObject({ status: 404 })
    const saved = await call('PUT', path, link({ baseUrl: `${host.url}/` }))
    const state = { failingSince: null, disabledReason: null }
    const shown = { kind: 'gitlab', baseUrl: host.url, owner: 'acme', repo: 'shop', token: '***', ...state }
    const ok = { ok: true, status: 200, detail: 'The git host returned the repository.' }
    expect([saved.status, saved.body]).toEqual([200, { ...shown, test: ok }])
    expect((await call('GET', path)).body).toEqual(shown)
    expect((await call('POST', `${path}/test`)).body).toEqual(ok)
    expect(host.requests.map(({ headers }) => headers['private-token'])).toEqual([TOKEN, TOKEN])
    const stored = await service.store.db.selectFrom('host_links').select('secret').execute()
    expect(stored.map(({ secret }) => secret.toString()).join('')).not.toContain(TOKEN)
    expect(service.log.join('\n')).not.toContain(TOKEN)
    const log = await call('GET', '/api/audit-log?limit=2')
    expect(log.body['entries']).toMatchObject([
      { action: 'host_link.tested', details: { ok: true } },
      { action: 'host_link.saved', details: { kind: 'gitlab', owner: 'acme', repo: 'shop', app: false } },
    ])
    expect(log.text).not.toContain(TOKEN)
    expect(await call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await call('DELETE', path)).toMatchObject({ status: 404 })
  })

  test('is saved although its test fails, with the reason', async () => {
    host.override = () => ({ status: 401, json: { message: `401 Unauthorized ${TOKEN}` } })
    const { body } = await call('PUT', path, link())
    expect(body['test']).toMatchObject({
      ok: false,
      status: 401,
      detail: expect.stringContaining('401 Unauthorized ***'),
    })
    expect((await call('GET', path)).status).toBe(200)
  })

  test('keeps its secret, but not for another server', async () => {
    await call('PUT', path, link())
    for (const token of ['***', ' ', undefined]) {
      const { body } = await call('PUT', path, link({ token }))
      expect(body['test']).toMatchObject({ ok: true })
    }
    const other = await fakeHost('gitlab')
    const moved = await call('PUT', path, link({ token: '***', baseUrl: other.url }))
    expect([moved.status, moved.text]).toEqual([400, expect.stringContaining('token is required again')])
    expect(await call('PUT', path, link({ token: '***', kind: 'github' }))).toMatchObject({ status: 400 })
    expect(other.requests).toEqual([])
    await other.close()
  })

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

  test('to GitHub may use an app', async () => {
    const github = await fakeHost('github')
    const app = { id: 12, installationId: '345', privateKey: pem }
    const given = { kind: 'github', baseUrl: github.url, owner: 'acme', repo: 'shop' }
    const { body } = await call('PUT', path, { ...given, app })
    const shown = { ...given, app: { id: '12', installationId: '345', privateKey: '***' } }
    expect(body).toMatchObject({ ...shown, test: { ok: true } })
    expect((await call('GET', path)).body).toMatchObject(shown)
    expect((await call('PUT', path, { ...given, app: { id: 12, installationId: 345 } })).status).toBe(200)
    expect((await call('PUT', path, { ...given, token: '***' })).status).toBe(400)
    await github.close()
  })

  test.each([
    ['neither token nor app', { token: undefined }],
    ['an app of another host', { token: undefined, app: { id: 1, installationId: 2, privateKey: pem } }],
    ['both', { kind: 'github', app: { id: 1, installationId: 2, privateKey: pem } }],
    ['a key that is none', { kind: 'github', token: undefined, app: { id: 1, installationId: 2, privateKey: 'x' } }],
    ['a token with a line break', { token: 'a\nb' }],
    ['a path out of the owner', { owner: '../admin' }],
    ['a query in the owner', { owner: 'acme?x=' }],
    ['two names as repository', { repo: 'a/b' }],
    ['an unknown kind', { kind: 'sourcesafe' }],
    ['a metadata address', { baseUrl: 'http://169.254.169.254' }],
    ['a file address', { baseUrl: 'file:///etc/passwd' }],
    ['credentials in the address', { baseUrl: 'https://a:b@git.example.org' }],
    ['a query in the address', { baseUrl: 'https://git.example.org/?x' }],
    ['plain HTTP to a host that is not on the allowlist', { baseUrl: 'http://git.example.org' }],
  ])('%s is rejected', async (_, more) => {
    const answer = await call('PUT', path, link(more))
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request'])
    expect(answer.text).not.toContain(TOKEN)
    expect(host.requests).toEqual([])
  })

  test('is readable for members, and changed by SECURITY only', async () => {
    await call('PUT', path, link())
    const developer = await makePerson(service.store, ann.organizationId, 'DEVELOPER')
    expect(await call('GET', path, undefined, developer)).toMatchObject({ status: 200, body: { token: '***' } })
    expect(await call('PUT', path, link(), developer)).toMatchObject({ status: 403 })
    expect(await call('POST', `${path}/test`, undefined, developer)).toMatchObject({ status: 403 })
    expect(await call('DELETE', path, undefined, developer)).toMatchObject({ status: 403 })
  })
})

describe.skipIf(!hasPrograms('git'))('a private repository', () => {
  test('is cloned with the token of the link, and no other repository gets it', async () => {
    const root = await mkdtemp(join(tmpdir(), 'private-'))
    makeRepository(join(root, 'acme'), 'shop', [{ a: 'BAD LOW a' }])
    makeRepository(root, 'other', [{ a: 'BAD LOW a' }])
    const git = await serveGit(root, TOKEN)
    const baseUrl = `http://127.0.0.1:${git.port}`
    const projectId = await projectOf(`${baseUrl}/acme/shop.git`)
    const scan = async (repoUrl?: string) => {
      const { body } = await send(
        `${service.url}/api/scans`,
        'POST',
        { scanType: 'SECRETS_ONLY', projectId, ...(repoUrl === undefined ? {} : { repoUrl }) },
        ann.key,
      )
      return until(service, ann, body['scanId'], isOver)
    }
    await call('PUT', `/api/projects/${projectId}/host`, { ...link({ baseUrl, kind: 'github' }), owner: 'acme' })
    expect(await scan()).toMatchObject({ status: 'COMPLETED', lowCount: 1 })
    const sent = git.requests.filter(({ url }) => url.startsWith('/acme/shop.git')).map((item) => item.authorization)
    expect(sent).toContain(`Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`)
    expect(await scan(`${baseUrl}/other.git`)).toMatchObject({ status: 'FAILED' })
    const others = git.requests.filter(({ url }) => url.startsWith('/other.git'))
    expect(others.map(({ authorization }) => authorization)).toEqual(others.map(() => undefined))
    await git.close()
    await rm(root, { recursive: true, force: true })
  })
})
