import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type FakeHost, fakeHost, HEAD, type FakeRequest } from '../hosts/fake-host.ts'
import { findingsOf, scanned, type ShownFinding } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const CLIENT = 'import requests\n\n\ndef get(address):\n    return requests.get(address, verify=False)\n'
const FIXED = CLIENT.replace('verify=False', 'verify=True')
const LOADER = 'import os\n\n\ndef read(text):\n    os.system(text)\n'
const PATH = 'src/client.py'
const TOKEN = 'token-of-the-tests'

let service: Served
let ann: Person
let sue: Person
let projectId: string
let scanId: string
let found: readonly ShownFinding[]
let host: FakeHost
beforeAll(async () => {
  service = await serve({
    worker: { idle_ms: 20, hold_ms: 50, lanes: 2 },
    env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  })
  const organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'DEVELOPER')
  sue = await makePerson(service.store, organizationId, 'SECURITY')
  const files = { [PATH]: CLIENT, 'src/loader.py': LOADER }
  const scan = await scanned(service, ann, files, { scanType: 'SAST_ONLY' })
  scanId = String(scan['id'])
  projectId = String(scan['projectId'])
  found = (await findingsOf(service, ann, scanId, '?severity=HIGH')).findings
})
afterAll(() => service.close())

const KINDS = ['github', 'gitlab', 'bitbucket', 'azure-devops'] as const
const linkTo = async (kind: (typeof KINDS)[number]) => {
  host = await fakeHost(kind, { [PATH]: CLIENT, 'src/loader.py': LOADER })
  const owner = kind === 'azure-devops' ? 'acme/web' : 'acme'
  const link = { kind, baseUrl: host.url, owner, repo: 'shop', token: TOKEN }
  const { status } = await send(`${service.url}/api/projects/${projectId}/host`, 'PUT', link, sue.session)
  expect(status).toBe(200)
  host.requests.length = 0
}
const open = (body: object = {}, filePath = PATH, person = ann) => {
  const { id } = found.find((item) => item.filePath === filePath)!
  return send(`${service.url}/api/scans/${scanId}/findings/${id}/open-pr`, 'POST', body, person.key)
}
const writes = () => host.requests.filter(({ method }) => method !== 'GET')

proves(
  ['appsec:fix.no-host-400', 'appsec:finer.codes-as-spelled'],
  'without a host link no pull request is opened',
  async () => {
    const answer = await open()
    expect([answer.status, answer.body['error']]).toEqual([400, 'GITHUB_REPO_REQUIRED'])
  },
)

describe.each(KINDS)('a pull request on %s', (kind) => {
  beforeEach(() => linkTo(kind))
  afterEach(() => host.close())

  proves(
    [
      'appsec:endpoints.open-pr',
      'appsec:fix.open-pr',
      'appsec:service.pull-request',
      'appsec:permissions.developer-findings',
    ],
    'contains the verified fix on a new branch, and is opened once',
    async () => {
      const answer = await open()
      const branch = `gatehouse/fix-${found.find(({ filePath }) => filePath === PATH)!.fingerprint.slice(0, 12)}`
      const url = expect.stringMatching(/^http.*\/41$/) as string
      expect([answer.status, answer.body]).toEqual([
        201,
        { url, pullRequestUrl: answer.body['url'], pullRequestNumber: 41, branch },
      ])
      const { branches, pullRequests } = host.repository
      expect(branches.get(branch)?.files.get(PATH)).toBe(FIXED)
      expect(branches.get('main')).toMatchObject({ head: HEAD })
      expect(branches.get('main')?.files.get(PATH)).toBe(CLIENT)
      expect(pullRequests).toMatchObject([{ branch, base: 'main', title: expect.stringMatching(/^Fix: /) }])
      expect(pullRequests[0]!.body).toContain('Verified')
      expect(JSON.stringify(pullRequests)).not.toContain(TOKEN)
      const done = writes().length
      expect(await open()).toMatchObject({ status: 201, body: answer.body })
      expect(writes()).toHaveLength(done)
      const log = await send(`${service.url}/api/audit-log?action=finding.fix_opened`, 'GET', undefined, sue.session)
      expect((log.body['entries'] as object[])[0]).toMatchObject({ details: { pullRequestNumber: 41, branch } })
    },
  )

  test('is not opened if the file has changed', async () => {
    host.repository.branches.get('main')!.files.set(PATH, `${CLIENT}# more\n`)
    const answer = await open()
    expect([answer.status, answer.body]).toMatchObject([409, { error: 'conflict', reason: 'file_changed' }])
    host.repository.branches.get('main')!.files.delete(PATH)
    expect(await open()).toMatchObject({ status: 409, body: { reason: 'file_changed' } })
    expect(writes()).toEqual([])
  })

  test('is completed by the next request after an interruption at any step', async () => {
    for (const step of kind === 'github' ? [1, 2, 3] : [3]) {
      await host.close()
      await linkTo(kind)
      let count = 0
      // The write has happened or not: the connection ends with an error of the server.
      host.override = ({ method }: FakeRequest) => {
        if (method === 'GET') return undefined
        count += 1
        return count >= step ? { status: 503 } : undefined
      }
      expect(await open()).toMatchObject({ status: 502, body: { error: 'upstream_failed' } })
      host.override = undefined
      expect(await open()).toMatchObject({ status: 201, body: { pullRequestNumber: 41 } })
      expect(host.repository.pullRequests).toHaveLength(1)
      expect([...host.repository.branches.values()].at(-1)?.files.get(PATH)).toBe(FIXED)
    }
  })
})

describe('the branches', () => {
  beforeEach(() => linkTo('github'))
  afterEach(() => host.close())

  test('are those of the request', async () => {
    const { branches } = host.repository
    branches.set('release', { head: '2'.repeat(40), files: new Map([[PATH, CLIENT]]) })
    const answer = await open({ branch: 'security/tls', baseBranch: 'release' })
    expect(answer.body).toMatchObject({ branch: 'security/tls' })
    expect(host.repository.pullRequests).toMatchObject([{ branch: 'security/tls', base: 'release' }])
  })

  test('of others are not changed, and never a protected one', async () => {
    const { branches, protectedBranches } = host.repository
    branches.set('theirs', { head: '3'.repeat(40), files: new Map([[PATH, CLIENT]]) })
    branches.set('guarded', { head: HEAD, files: new Map([[PATH, CLIENT]]) })
    protectedBranches.add('guarded')
    expect(await open({ branch: 'main' })).toMatchObject({ status: 400 })
    expect(await open({ branch: 'main', baseBranch: 'theirs' })).toMatchObject({ status: 400 })
    expect(await open({ branch: 'guarded' })).toMatchObject({ status: 400 })
    expect(await open({ baseBranch: 'none' })).toMatchObject({ status: 400 })
    expect(await open({ branch: 'theirs' })).toMatchObject({ status: 409, body: { reason: 'branch_in_use' } })
    host.repository.pullRequests.push({ number: 1, branch: 'theirs', base: 'main', title: 'Mine', body: '' })
    expect(await open({ branch: 'theirs' })).toMatchObject({ status: 409, body: { reason: 'branch_in_use' } })
    expect(writes()).toEqual([])
  })

  test('get one pull request from concurrent requests', async () => {
    const answers = await Promise.all([open(), open()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(host.repository.pullRequests).toHaveLength(1)
  })

  test('stay as they are without a safe fix, and where the token may not write', async () => {
    expect(await open({}, 'src/loader.py')).toMatchObject({ status: 409, body: { reason: 'no_safe_fix' } })
    host.override = ({ method }) =>
      method === 'GET' ? undefined : { status: 403, json: { message: `Resource not accessible by ${TOKEN}` } }
    const answer = await open()
    expect([answer.status, answer.body['error']]).toEqual([502, 'upstream_failed'])
    expect(answer.text).toContain('status 403: Resource not accessible by ***')
  })
})
