import { generateKeyPairSync } from 'node:crypto'
import type { WebhookProvider } from '@gatehouse/contracts/hosts'
import { Secret, systemClock, uuidv7 } from '@gatehouse/kernel'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createHosts } from '../../src/hosts/hosts.ts'
import type { HostLink } from '../../src/hosts/link.ts'
import { type FakeHost, fakeHost, HEAD } from './fake-host.ts'

const TOKEN = 'token-of-the-tests'
const egress = createEgress({ allow: parseEgressAllow('127.0.0.1') })
// Only stored links need the database and the keys.
const hosts = createHosts({
  store: undefined as never,
  egress,
  keys: createKeyRing([Buffer.alloc(32)]),
  clock: systemClock,
})
let host: FakeHost
afterEach(() => host.close())
afterAll(() => egress.close())

async function open(kind: WebhookProvider, rest: Partial<HostLink> = {}) {
  host = await fakeHost(kind, { 'src/a b.js': 'one\n' })
  const link: HostLink = {
    organizationId: uuidv7(),
    projectId: uuidv7(),
    kind,
    baseUrl: host.url,
    owner: kind === 'azure-devops' ? 'acme/web' : 'acme',
    repo: 'shop',
    app: null,
    secret: new Secret(TOKEN),
    updatedAt: new Date(),
    ...rest,
  }
  return { repository: hosts.open(link), link }
}

const KINDS = ['github', 'gitlab', 'bitbucket', 'azure-devops'] as const
const AUTHORIZATION = {
  github: ['authorization', `Bearer ${TOKEN}`],
  gitlab: ['private-token', TOKEN],
  bitbucket: ['authorization', `Bearer ${TOKEN}`],
  'azure-devops': ['authorization', `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`],
} as const

describe.each(KINDS)('%s', (kind) => {
  test('every call is authenticated', async () => {
    const { repository } = await open(kind)
    await repository.check()
    const [name, value] = AUTHORIZATION[kind]
    expect(host.requests).toMatchObject([{ method: 'GET', headers: { [name]: value, 'user-agent': 'gatehouse' } }])
  })

  test('a file is changed on a new branch, and a pull request opened', async () => {
    const { repository } = await open(kind)
    expect(await repository.branch('main')).toMatchObject({ commit: HEAD })
    expect(await repository.branch('none')).toBeUndefined()
    expect(await repository.readFile('none.js', HEAD)).toBeUndefined()
    const file = await repository.readFile('src/a b.js', HEAD)
    expect(Buffer.from(file!.content).toString()).toBe('one\n')
    await repository.createBranch('fix/one', HEAD)
    await expect(repository.createBranch('fix/one', HEAD)).rejects.toMatchObject({ isConflict: true })
    const change = {
      branch: 'fix/one',
      parent: HEAD,
      path: 'src/a b.js',
      content: Buffer.from('två\n'),
      version: file!.version,
      message: 'Fix it',
    }
    await repository.commitFile(change)
    expect(host.repository.branches.get('fix/one')?.files.get('src/a b.js')).toBe('två\n')
    expect(host.repository.branches.get('main')?.files.get('src/a b.js')).toBe('one\n')
    await expect(repository.commitFile(change)).rejects.toMatchObject({ isConflict: true })
    expect(await repository.findPullRequest('fix/one', 'main')).toBeUndefined()
    const opened = await repository.openPullRequest({ branch: 'fix/one', base: 'main', title: 'Fix', body: 'Text' })
    expect(opened).toEqual({ number: 41, url: expect.stringMatching(/\/41$/), body: 'Text' })
    expect(await repository.findPullRequest('fix/one', 'main')).toEqual(opened)
    expect(host.repository.pullRequests).toMatchObject([
      { branch: 'fix/one', base: 'main', title: 'Fix', body: 'Text' },
    ])
  })

  test('a commit gets a status, and a pull request comments', async () => {
    const { repository } = await open(kind)
    host.repository.diff.set('a.js', '@@ -1,2 +1,3 @@\n one\n+two\n three\n')
    const url = 'https://gatehouse.example.org/scans/1'
    const status = { state: 'failure', context: 'gatehouse/shop', description: '1 critical', url } as const
    await repository.setStatus(HEAD, status)
    expect(host.repository.statuses).toMatchObject([
      { ...status, commit: HEAD, state: expect.stringMatching(/^fail/i) },
    ])
    const id = await repository.comment(7, 'first')
    expect(await repository.updateComment(7, id, 'second')).toBe(true)
    const inline = await repository.commentLine(7, { path: 'a.js', line: 2, commit: HEAD, body: 'bad' })
    expect([...host.repository.comments.values()]).toEqual([{ body: 'second' }, { body: 'bad', path: 'a.js', line: 2 }])
    await repository.resolveComment(7, inline!, 'fixed')
    const last = [...host.repository.comments.values()].at(-1)
    expect(kind === 'github' ? last?.body === 'fixed' : last?.resolved).toBe(true)
    host.repository.comments.clear()
    expect(await repository.updateComment(7, id, 'third')).toBe(false)
  })

  test('failures name the host and the status, and no secret', async () => {
    const { repository } = await open(kind)
    host.override = () => ({ status: 403, json: { message: `bad ${TOKEN}\n${'x'.repeat(500)}` } })
    const { message } = (await repository.check().catch((error: unknown) => error)) as Error
    expect(message).toMatch(/^127\.0\.0\.1:\d+ returned status 403: bad \*\*\* x/)
    expect(message.length).toBeLessThan(300)
    host.override = () => ({ status: 302, headers: { location: 'http://169.254.169.254/' } })
    await expect(repository.check()).rejects.toThrow('a redirect, which is not followed')
    host.override = () => ({ json: { unexpected: true } })
    await expect(repository.findPullRequest('a', 'b')).rejects.toThrow('unexpected response')
    host.override = () => ({ status: 429, headers: { 'retry-after': '7' } })
    await expect(repository.check()).rejects.toMatchObject({ status: 429, retryAfter_ms: 7_000 })
  })
})

test.each(['github', 'gitlab', 'bitbucket'] as const)('%s lists the changed lines', async (kind) => {
  const { repository } = await open(kind)
  host.repository.diff.set(
    'a.js',
    '@@ -1,3 +1,4 @@ function\n one\n-old\n+new\n+more\n three\n@@ -9 +10,2 @@\n nine\n+ten\n',
  )
  expect(await repository.changedLines(7)).toEqual(new Map([['a.js', new Set([2, 3, 11])]]))
})

test('GitHub refuses a comment beside the diff, and takes SARIF', async () => {
  const { repository } = await open('github')
  expect(await repository.commentLine(7, { path: 'a.js', line: 5, commit: HEAD, body: 'x' })).toBeUndefined()
  await repository.uploadSarif!({ commit: HEAD, ref: 'refs/pull/7/head', sarif: Buffer.from('{"runs":[]}') })
  expect(host.repository.sarifs).toEqual([{ commit: HEAD, ref: 'refs/pull/7/head', sarif: '{"runs":[]}' }])
})

describe('a GitHub App', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const app = { id: '12', installationId: '345' }
  // GitHub issues keys in this format.
  const secret = new Secret(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())

  test('gets one token for its repository, and uses it again', async () => {
    const { repository, link } = await open('github', { app, secret })
    await Promise.all([repository.check(), repository.check()])
    await hosts.open(link).check()
    const [first, ...rest] = host.requests.filter(({ path }) => path.endsWith('/access_tokens'))
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      path: '/api/v3/app/installations/345/access_tokens',
      json: { repositories: ['shop'] },
    })
    const jwt = String(first!.headers['authorization']).slice('Bearer '.length)
    const { payload } = await jwtVerify(jwt, publicKey, { issuer: '12', algorithms: ['RS256'] })
    expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(600)
    expect(host.requests.at(-1)?.headers['authorization']).toBe('Bearer ghs_installation')
    await hosts.open({ ...link, updatedAt: new Date(0) }).check()
    expect(host.requests.filter(({ path }) => path.endsWith('/access_tokens'))).toHaveLength(2)
  })

  test('with a short or refused token asks again', async () => {
    const { repository } = await open('github', { app, secret })
    host.override = ({ path }) =>
      path.endsWith('/access_tokens')
        ? { status: 401, json: { message: 'A JSON web token could not be decoded' } }
        : undefined
    await expect(repository.check()).rejects.toThrow('returned status 401: A JSON web token could not be decoded')
    host.override = undefined
    await repository.check()
  })

  test('with another key fails without it in the message', async () => {
    const { repository } = await open('github', { app, secret: new Secret('not a key') })
    await expect(repository.check()).rejects.toThrow(
      'the private key of the GitHub App is not an RSA key in PEM format',
    )
  })
})

test('an address that the egress policy blocks receives nothing', async () => {
  const closed = createEgress()
  const strict = createHosts({
    store: undefined as never,
    egress: closed,
    keys: createKeyRing([Buffer.alloc(32)]),
    clock: systemClock,
  })
  const { link } = await open('gitlab')
  await expect(strict.open(link).check()).rejects.toThrow('is blocked')
  expect(host.requests).toEqual([])
  await closed.close()
})
