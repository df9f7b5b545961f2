import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, until } from '../scans.ts'
import { makeOrganization, makePerson, serve, type Served } from '../serve.ts'
import { bitbucketPullRequest } from '../webhooks/bitbucket.ts'
import { deliver, hookedProject } from '../webhooks/deliver.ts'
import { githubPullRequest } from '../webhooks/github.ts'
import { gitlabMergeRequest } from '../webhooks/gitlab.ts'

const HAS_GIT = hasPrograms('git')
describe.skipIf(!HAS_GIT)('the scan of a pull request', () => {
  let git: GitServer
  let root: string
  let commits: string[]
  let worker: Served
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'webhooks-'))
    commits = makeRepository(root, 'shop', [{ a: 'BAD LOW a' }, { a: 'BAD LOW a', b: 'BAD MEDIUM b' }])
    git = await serveGit(root)
    worker = await serve({
      worker: { idle_ms: 50 },
      scanners: markerRegistry(),
      env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
    })
  })
  afterAll(async () => {
    await Promise.all([worker.close(), git.close()])
    await rm(root, { recursive: true, force: true })
  })

  test('reads the changed files, compared with the base commit or the base branch', async () => {
    const dan = await makePerson(worker.store, await makeOrganization(worker.store), 'SECURITY')
    const repository = `http://127.0.0.1:${git.port}/shop`
    await hookedProject(worker, dan, `${repository}.git`)
    const events = [
      githubPullRequest('opened', { repository, head: commits[1]!, base: commits[0]! }),
      gitlabMergeRequest('open', { repository, head: commits[1]!, baseBranch: 'feature/one' }),
      bitbucketPullRequest('pullrequest:created', { repository, headBranch: 'main', baseBranch: 'feature/one' }),
    ]
    for (const event of events) {
      const { body } = await deliver(worker, event)
      const scan = await until(worker, dan, body['scanId'], isOver)
      expect(scan).toMatchObject({ status: 'COMPLETED', commitSha: commits[1], filesScanned: 1 })
      const { findings } = await findingsOf(worker, dan, body['scanId'])
      expect(findings.filter(({ severity }) => severity !== 'INFO')).toMatchObject([{ title: 'Marked as bad: b' }])
    }
  })
})
