import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeHost } from '../hosts/fake-host.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { bitbucketPush } from '../webhooks/bitbucket.ts'
import { deliver, fresh, hookedProject } from '../webhooks/deliver.ts'
import { githubPullRequest, githubPush } from '../webhooks/github.ts'
import { gitlabPush } from '../webhooks/gitlab.ts'

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

const change = (id: string, webhookPaths: unknown) =>
  send(`${service.url}/api/projects/${id}`, 'PATCH', { webhookPaths }, ann.session)
const commit = (...modified: string[]) => ({ id: 'x', added: [], removed: [], modified })
const IGNORED = { status: 200, body: { message: 'Event ignored', reason: 'paths_unchanged' } }

async function monorepo() {
  const repository = fresh()
  const id = await hookedProject(service, ann, repository)
  const { status, body } = await change(id, ['./services/api/', 'libs'])
  expect([status, body['webhookPaths']]).toEqual([200, ['services/api', 'libs']])
  return { repository, id }
}

test('a push is ignored unless it changes a file in a folder of the project', async () => {
  const { repository, id } = await monorepo()
  const push = (commits: readonly object[], more: object = {}) =>
    deliver(service, githubPush({ repository, more: { commits, ...more } }))
  expect(await push([commit('services/apis/a.js'), commit('README.md')])).toMatchObject(IGNORED)
  expect(await push([commit('README.md'), commit('services/api/a.js')])).toMatchObject({ status: 202 })
  expect(await push([{ added: ['libs/x'], removed: [], modified: [] }])).toMatchObject({ status: 202 })
  expect(await push([{ added: [], removed: ['libs/x'], modified: [] }])).toMatchObject({ status: 202 })
  // The list is incomplete, or missing.
  expect(await push([commit('README.md')], { forced: true })).toMatchObject({ status: 202 })
  expect(await push([])).toMatchObject({ status: 202 })
  const of = (total_commits_count: number) => ({ commits: [commit('README.md')], total_commits_count })
  expect(await deliver(service, gitlabPush({ repository, more: of(1) }))).toMatchObject(IGNORED)
  expect(await deliver(service, gitlabPush({ repository, more: of(21) }))).toMatchObject({ status: 202 })
  expect(await deliver(service, bitbucketPush({ repository }))).toMatchObject({ status: 202 })
  expect(await change(id, [])).toMatchObject({ status: 200 })
  expect(await push([commit('README.md')])).toMatchObject({ status: 202 })
})

test('of a pull request, the linked repository lists the changed files', async () => {
  const { repository, id } = await monorepo()
  const open = () => deliver(service, githubPullRequest('opened', { repository }))
  expect(await open()).toMatchObject({ status: 202 })
  const host = await fakeHost('github')
  const link = { kind: 'github', baseUrl: host.url, owner: 'acme', repo: 'shop', token: 'token-of-the-tests' }
  await send(`${service.url}/api/projects/${id}/host`, 'PUT', link, ann.session)
  host.repository.diff.set('README.md', '@@ -1 +1 @@\n+x\n')
  expect(await open()).toMatchObject(IGNORED)
  host.repository.diff.set('libs/a.js', '')
  expect(await open()).toMatchObject({ status: 202 })
  host.repository.diff.delete('libs/a.js')
  host.override = () => ({ status: 500 })
  expect(await open()).toMatchObject({ status: 202 })
  await host.close()
})

test.each([[['/etc']], [['a//b']], [['../a']], [['a\\b']], [['']], ['a'], [Array.from({ length: 51 }, () => 'a')]])(
  '%j is rejected',
  async (paths) => {
    const id = await hookedProject(service, ann, fresh())
    expect(await change(id, paths)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  },
)
