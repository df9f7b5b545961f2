import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type GitServer, hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, scanned, until } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { azurePullRequest } from '../webhooks/azure-devops.ts'
import { bitbucketPullRequest } from '../webhooks/bitbucket.ts'
import { deliver, hookedProject } from '../webhooks/deliver.ts'
import { githubPullRequest, githubPush } from '../webhooks/github.ts'
import { gitlabMergeRequest } from '../webhooks/gitlab.ts'
import type { EventOptions } from '../webhooks/host-request.ts'
import { type FakeHost, fakeHost } from './fake-host.ts'

const TOKEN = 'token-of-the-tests'
const BASE = { a: 'BAD LOW old\n' }
const FIRST = { a: 'BAD LOW old\n', 'src/b.js': 'fine\nBAD HIGH one <b> @everyone\nBAD MEDIUM two\n' }
const SECOND = { a: 'BAD LOW old\n', 'src/b.js': 'fine\nfine\nBAD MEDIUM two\n' }

const EVENTS = {
  github: (options: EventOptions) => githubPullRequest('synchronize', options),
  gitlab: (options: EventOptions) => gitlabMergeRequest('update', options, { oldrev: options.base }),
  bitbucket: (options: EventOptions) => bitbucketPullRequest('pullrequest:created', { ...options, headBranch: 'main' }),
  'azure-devops': (options: EventOptions) => azurePullRequest('git.pullrequest.updated', options),
} as const
const KINDS = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

describe.skipIf(!hasPrograms('git'))('the report of a scan', () => {
  let service: Served
  let ann: Person
  let git: GitServer
  let root: string
  let host: FakeHost
  let at = 0
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'reports-'))
    git = await serveGit(root)
    service = await serve({
      worker: { idle_ms: 50 },
      scanners: markerRegistry(),
      env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1', MAIN_BRANCH_SCAN_TYPE: 'FULL' },
    })
    ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
  })
  afterAll(async () => {
    await Promise.all([service.close(), git.close()])
    await rm(root, { recursive: true, force: true })
  })
  afterEach(() => host.close())

  /** A repository with a project that is linked to a fake git host. */
  async function linked(kind: (typeof KINDS)[number]) {
    at += 1
    const name = `shop${at}`
    const commits = makeRepository(root, name, [BASE, FIRST, SECOND])
    host = await fakeHost(kind)
    host.repository.diff.set('src/b.js', '@@ -0,0 +1,3 @@\n+fine\n+BAD HIGH one\n+BAD MEDIUM two\n')
    const repository = `http://127.0.0.1:${git.port}/${name}`
    const projectId = await hookedProject(service, ann, repository)
    const owner = kind === 'azure-devops' ? 'acme/web' : 'acme'
    const link = { kind, baseUrl: host.url, owner, repo: 'shop', token: TOKEN }
    await send(`${service.url}/api/projects/${projectId}/host`, 'PUT', link, ann.session)
    host.requests.length = 0
    return { projectId, repository, commits }
  }

  const scan = async (event: Parameters<typeof deliver>[1]) => {
    const { status, body, text } = await deliver(service, event)
    expect([status, text]).toEqual([202, expect.any(String)])
    return until(service, ann, body['scanId'], isOver)
  }
  const delivered = async (count: number): Promise<readonly { snippet: string }[]> => {
    for (;;) {
      const rows = await service.store.db.selectFrom('host_deliveries').selectAll().orderBy('delivery_id').execute()
      const own = rows.filter(({ project_id }) => project_id === current)
      if (own.length >= count && own.every(({ status }) => status !== 'pending')) {
        expect(own.map(({ status, log }) => [status, log])).toEqual(own.map(({ log }) => ['delivered', log]))
        return own.flatMap(({ log }) => log as { snippet: string }[])
      }
      await wait(50)
    }
  }
  let current = ''

  proves.each(
    ['appsec:hooks.pr-feedback'],
    KINDS.map((kind) => [kind] as const),
  )('sets the commit status, updates one summary and resolves the comments of fixed findings on %s', async (kind) => {
    const { projectId, repository, commits } = await linked(kind)
    current = projectId
    const [base, first, second] = commits
    // Bitbucket sends no full commit ids: the head of the branch is scanned.
    const isByBranch = kind === 'bitbucket'
    const event = (head: string) =>
      EVENTS[kind]({ repository, head, base: base!, number: 7, baseBranch: 'feature/one' })
    await scan(event(isByBranch ? second! : first!))
    await delivered(1)
    const { statuses, comments } = host.repository
    const inline = () => [...comments.values()].filter(({ path }) => path !== undefined)
    const summaries = () => [...comments.values()].filter(({ path }) => path === undefined)
    expect(statuses).toMatchObject([
      { commit: isByBranch ? second : first, context: expect.stringMatching(/^gatehouse/) },
    ])
    expect(summaries()).toHaveLength(1)
    expect(summaries()[0]!.body).toContain('| Medium | 1 | 1 |')
    if (isByBranch) return
    expect(summaries()[0]!.body).toContain('| High | 1 | 1 |')
    expect(JSON.stringify([...comments.values()])).not.toMatch(/[^\\]<b>|@everyone/)
    expect(inline().map(({ path, line }) => [path, line])).toEqual([
      ['src/b.js', 2],
      ['src/b.js', 3],
    ])
    await scan(event(second!))
    await delivered(2)
    expect(statuses.at(-1)).toMatchObject({ commit: second, description: expect.stringContaining('1 new finding') })
    expect(summaries()).toHaveLength(1)
    expect(summaries()[0]!.body).toContain('| High | 0 | 0 |')
    expect(summaries()[0]!.body).toContain('| Medium | 1 | 1 |')
    expect(inline()).toHaveLength(2)
    const [fixed, open] = inline()
    expect(kind === 'github' ? fixed!.body.startsWith('Fixed in commit') : fixed!.resolved).toBe(true)
    expect([open!.resolved, open!.body]).toEqual([undefined, expect.stringContaining('two')])
    expect(host.repository.sarifs.map(({ commit, ref }) => [commit, ref])).toEqual(
      kind === 'github' ? [first, second].map((commit) => [commit, 'refs/pull/7/head']) : [],
    )
  })

  test('comments again where somebody deleted the summary, and only on changed lines', async () => {
    const { projectId, repository, commits } = await linked('github')
    current = projectId
    host.repository.diff.set('src/b.js', '@@ -2,0 +3 @@\n+BAD MEDIUM two\n')
    const event = (head: string) => githubPullRequest('synchronize', { repository, head, base: commits[0]!, number: 7 })
    await scan(event(commits[1]!))
    await delivered(1)
    const { comments } = host.repository
    expect([...comments.values()].map(({ line }) => line)).toEqual([undefined, 3])
    comments.delete([...comments].find(([, { path }]) => path === undefined)![0])
    await scan(event(commits[2]!))
    await delivered(2)
    expect([...comments.values()].map(({ line }) => line)).toEqual([3, undefined])
  })

  test('continues after a failure without repeated comments', async () => {
    const { projectId, repository, commits } = await linked('github')
    current = projectId
    let failures = 0
    host.override = ({ method, path }) => {
      // The second comment on a line fails once.
      if (method !== 'POST' || !path.endsWith('/pulls/7/comments')) return undefined
      failures += 1
      return failures === 2 ? { status: 502, headers: { 'retry-after': '1' } } : undefined
    }
    await scan(githubPullRequest('opened', { repository, head: commits[1]!, base: commits[0]!, number: 7 }))
    await vanished(projectId)
    const attempts = await delivered(1)
    expect(attempts.length).toBeGreaterThan(1)
    expect([...host.repository.comments.values()].map(({ line }) => line)).toEqual([undefined, 2, 3])
  })

  /** Makes failed deliveries due at once. */
  async function vanished(projectId: string): Promise<void> {
    for (;;) {
      const { store } = service
      const rows = await store.db
        .selectFrom('host_deliveries')
        .selectAll()
        .where('project_id', '=', projectId)
        .execute()
      if (rows.some(({ log }) => (log as unknown[]).length > 0)) break
      await wait(50)
    }
    const now = new Date()
    await service.store.db
      .updateTable('host_deliveries')
      .set({ next_attempt_at: now })
      .where('project_id', '=', projectId)
      .execute()
  }

  test('of a push covers the default branch, without code scanning where GitHub has none', async () => {
    const { projectId, repository, commits } = await linked('github')
    current = projectId
    host.override = ({ path }) =>
      path.endsWith('/sarifs') ? { status: 403, json: { message: 'Advanced Security must be enabled' } } : undefined
    await scan(githubPush({ repository, head: commits[2]! }))
    const [attempt] = await delivered(1)
    expect(attempt!.snippet).toContain('code scanning is not available')
    const list = `${service.url}/api/projects/${projectId}/host/deliveries?status=delivered`
    expect((await send(list, 'GET', undefined, ann.key)).body).toMatchObject({
      deliveries: [{ event: 'scan_report', status: 'DELIVERED', log: [{ status: 200, error: null }] }],
      nextCursor: null,
    })
    expect(host.repository.statuses).toMatchObject([{ commit: commits[2], state: 'success' }])
    expect(host.repository.comments.size).toBe(0)
  })

  test('is sent for webhooks only: uploads may name any commit', async () => {
    const { projectId, commits } = await linked('github')
    current = projectId
    const fields = { projectId, commitSha: commits[1]!, prNumber: '7' }
    const item = await scanned(service, ann, { a: 'fine' }, fields)
    expect((await findingsOf(service, ann, item['id'])).pagination.total).toBe(0)
    expect(await delivered(0)).toEqual([])
    expect(host.requests).toEqual([])
  })
})
