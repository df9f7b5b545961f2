import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { azurePullRequest, azurePush } from '../webhooks/azure-devops.ts'
import { bitbucketPullRequest, bitbucketPush } from '../webhooks/bitbucket.ts'
import {
  deliver,
  fresh,
  hookedProject,
  PROVIDERS,
  PULL_REQUEST,
  PUSH,
  queuedScan,
  repositoryOf,
} from '../webhooks/deliver.ts'
import { githubOther, githubPullRequest, githubPush } from '../webhooks/github.ts'
import { gitlabMergeRequest, gitlabPush } from '../webhooks/gitlab.ts'
import { BASE, DELETED, type EventOptions, HEAD, type HostRequest } from '../webhooks/host-request.ts'

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

describe('events of git hosts', () => {
  proves(
    [
      'appsec:service.webhooks',
      'appsec:endpoints.webhooks',
      'appsec:webhooks.four-providers',
      'appsec:webhooks.event-header',
      'appsec:webhooks.event-key',
      'appsec:webhooks.event-type-payload',
      'appsec:rules.pull-request',
      'appsec:hooks.answer',
    ],
    'an opened pull request queues an incremental scan of its head',
    async () => {
      for (const provider of PROVIDERS) {
        const repository = repositoryOf(provider)
        const projectId = await hookedProject(service, ann, repository)
        const answer = await deliver(
          service,
          PULL_REQUEST[provider]({ repository, number: 12, headBranch: 'feature/x' }),
        )
        expect(answer.body).toEqual({
          scanId: expect.any(String),
          status: 'QUEUED',
          trigger: 'pull_request',
          scanIds: [answer.body['scanId']],
        })
        expect(await queuedScan(service, ann, answer)).toMatchObject({
          projectId,
          status: 'QUEUED',
          scanType: 'INCREMENTAL',
          sourceType: 'WEBHOOK',
          sourceRef: repository,
          prNumber: 12,
          branch: 'feature/x',
          commitSha: provider === 'bitbucket' ? null : HEAD,
          baseSha: provider === 'bitbucket' || provider === 'gitlab' ? null : BASE,
          triggeredBy: 'webhook',
        })
      }
    },
  )

  proves(
    [
      'appsec:hooks.github',
      'appsec:hooks.gitlab',
      'appsec:hooks.bitbucket',
      'appsec:hooks.azure',
      'appsec:auth.webhook-hmac',
      'appsec:auth.webhook-token',
      'appsec:auth.webhook-basic',
      'appsec:rules.push-default-branch',
      'appsec:hooks.main-branch',
    ],
    'a push to the default branch queues SAST_ONLY, if its sender knows the secret',
    async () => {
      for (const provider of PROVIDERS) {
        const repository = repositoryOf(provider)
        await hookedProject(service, ann, repository, { defaultBranch: 'trunk' })
        const options = { repository, ref: 'refs/heads/trunk' }
        const wrong = await deliver(service, PUSH[provider]({ ...options, secret: 'another-secret-of-16' }))
        expect([wrong.status, wrong.body['error']]).toEqual([401, 'Unauthorized'])
        const answer = await deliver(service, PUSH[provider](options))
        expect(answer.body).toMatchObject({ status: 'QUEUED', trigger: 'push' })
        expect(await queuedScan(service, ann, answer)).toMatchObject({
          scanType: 'SAST_ONLY',
          branch: 'trunk',
          commitSha: HEAD,
          prNumber: null,
        })
      }
    },
  )

  proves('appsec:rules.push-full', 'a push queues FULL if MAIN_BRANCH_SCAN_TYPE requires it', async () => {
    const full = await serve({ database: service.database, env: { MAIN_BRANCH_SCAN_TYPE: 'FULL' } })
    try {
      const repository = fresh()
      await hookedProject(service, ann, repository)
      expect(await queuedScan(service, ann, await deliver(full, githubPush({ repository })))).toMatchObject({
        scanType: 'FULL',
      })
    } finally {
      await full.close()
    }
  })

  proves(
    ['appsec:finer.webhook-status', 'appsec:hooks.messages'],
    'other events are ignored with a reason',
    async () => {
      const repository = fresh()
      await hookedProject(service, ann, repository)
      const fork = { head: { label: 'eve:main', ref: 'main', sha: HEAD, repo: { full_name: 'eve/x' } } }
      const side = { branch: { name: 'a' }, commit: { hash: 'd3022fc0ca3d' } }
      const cases: readonly (readonly [string, HostRequest])[] = [
        ['event_unsupported', githubOther('ping', { repository, more: { zen: 'Keep it.', hook_id: 1 } })],
        ['event_unsupported', githubOther('issues', { repository, more: { action: 'opened' } })],
        ['action_unsupported', githubPullRequest('closed', { repository })],
        ['action_unsupported', githubPullRequest('labeled', { repository })],
        ['action_unsupported', githubPullRequest('edited', { repository, more: { changes: { title: {} } } })],
        ['draft', githubPullRequest('opened', { repository }, { draft: true })],
        ['tag', githubPush({ repository, ref: 'refs/tags/v1' })],
        ['not_default_branch', githubPush({ repository, ref: 'refs/heads/feature/main' })],
        ['branch_deleted', githubPush({ repository, head: DELETED })],
        ['branch_deleted', githubPush({ repository, head: DELETED, ref: 'refs/heads/old' })],
        ['tag', gitlabPush({ repository, ref: 'refs/tags/v1' }, 'Tag Push Hook')],
        ['branch_deleted', gitlabPush({ repository, head: DELETED })],
        ['action_unsupported', gitlabMergeRequest('update', { repository })],
        ['action_unsupported', gitlabMergeRequest('approved', { repository })],
        ['draft', gitlabMergeRequest('open', { repository }, { draft: true })],
        ['tag', bitbucketPush({ repository, ref: 'refs/tags/v1' })],
        ['branch_deleted', bitbucketPush({ repository, head: DELETED })],
        ['event_unsupported', bitbucketPullRequest('pullrequest:fulfilled', { repository })],
        ['draft', bitbucketPullRequest('pullrequest:created', { repository }, { draft: true })],
        [
          'fork',
          bitbucketPullRequest('pullrequest:created', { repository }, { source: { ...side, repository: null } }),
        ],
        ['tag', azurePush({ repository, ref: 'refs/tags/v1' })],
        ['branch_deleted', azurePush({ repository, head: DELETED })],
        ['event_unsupported', azurePullRequest('git.pullrequest.merged', { repository })],
        ['action_unsupported', azurePullRequest('git.pullrequest.updated', { repository }, { status: 'completed' })],
        ['draft', azurePullRequest('git.pullrequest.created', { repository }, { isDraft: true })],
        ['fork', azurePullRequest('git.pullrequest.created', { repository }, { forkSource: { name: 'x' } })],
      ]
      for (const [reason, request] of cases) {
        const { status, body } = await deliver(service, request)
        expect([reason, status, body]).toEqual([reason, 200, { message: 'Event ignored', reason }])
      }
      // GitHub shares the commits of forks. Their branch is never the default branch of the project.
      const scan = await queuedScan(
        service,
        ann,
        await deliver(service, githubPullRequest('opened', { repository }, fork)),
      )
      expect(scan).toMatchObject({ branch: 'eve:main', commitSha: HEAD })
    },
  )

  test('an unknown git host returns 404', async () => {
    const answer = await send(`${service.url}/api/webhooks/sourcesafe`, 'POST', {})
    expect([answer.status, answer.body['error']]).toEqual([404, 'not_found'])
    expect(answer.body['availableProviders']).toContain('github')
  })

  test.each([
    ['reopened', githubPullRequest, {}, {}],
    ['synchronize', githubPullRequest, {}, {}],
    ['ready_for_review', githubPullRequest, {}, {}],
    ['edited', githubPullRequest, { changes: { base: { ref: { from: 'old' } } } }, {}],
    ['reopen', gitlabMergeRequest, {}, {}],
    ['update', gitlabMergeRequest, {}, { oldrev: BASE }],
    ['update', gitlabMergeRequest, { changes: { draft: { previous: true, current: false } } }, {}],
    ['pullrequest:updated', bitbucketPullRequest, {}, {}],
    ['git.pullrequest.updated', azurePullRequest, {}, {}],
  ] as const)('%s queues a scan', async (action, of, more, pull) => {
    const repository = fresh()
    await hookedProject(service, ann, repository)
    expect(
      await queuedScan(service, ann, await deliver(service, of(action, { repository, more }, pull))),
    ).toMatchObject({
      scanType: 'INCREMENTAL',
    })
  })

  test('an update of a pull request without new commits queues nothing where the event does not tell', async () => {
    const repository = repositoryOf('azure-devops')
    await hookedProject(service, ann, repository)
    const of = (event: string, options: EventOptions = {}) =>
      deliver(service, azurePullRequest(`git.pullrequest.${event}`, { repository, ...options }))
    const first = await of('created')
    expect(await of('updated')).toMatchObject({
      status: 200,
      body: { message: 'Event ignored', reason: 'no_new_commits', scanId: first.body['scanId'] },
    })
    expect(await of('updated', { head: 'a'.repeat(40) })).toMatchObject({ status: 202 })
    expect(await of('updated', { number: 9 })).toMatchObject({ status: 202 })
  })

  test('one of several updated references may be the default branch, and a forced push counts', async () => {
    const repository = repositoryOf('azure-devops')
    await hookedProject(service, ann, repository)
    const names = ['refs/heads/a', 'refs/heads/main', 'refs/tags/b']
    const updates = names.map((name) => ({ name, oldObjectId: BASE, newObjectId: HEAD }))
    expect(await deliver(service, azurePush({ repository }, updates))).toMatchObject({ status: 202 })
    const forced = fresh()
    await hookedProject(service, ann, forced)
    expect(await deliver(service, githubPush({ repository: forced, more: { forced: true } }))).toMatchObject({
      status: 202,
    })
  })
})
