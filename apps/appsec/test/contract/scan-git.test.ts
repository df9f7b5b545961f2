import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, until } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const HAS_GIT = hasPrograms('git')
let service: Served
let ann: Person
let git: GitServer
let root: string
let commits: string[]
beforeAll(async () => {
  if (!HAS_GIT) return
  root = await mkdtemp(join(tmpdir(), 'scan-git-'))
  makeRepository(root, 'hidden', [{ 'CVS/a': 'BAD HIGH hidden', '.svn/b': 'BAD LOW hidden too' }])
  commits = makeRepository(root, 'shop', [{ a: 'BAD LOW a' }, { a: 'BAD LOW a', b: 'BAD MEDIUM b' }])
  git = await serveGit(root)
  service = await serve({
    worker: { idle_ms: 50 },
    scanners: markerRegistry(),
    env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(async () => {
  if (!HAS_GIT) return
  await Promise.all([service.close(), git.close()])
  await rm(root, { recursive: true, force: true })
})

const queue = (body: object) => send(`${service.url}/api/scans`, 'POST', { scanType: 'SECRETS_ONLY', ...body }, ann.key)

async function scan(body: object) {
  const answer = await queue(body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return until(service, ann, answer.body['scanId'], isOver)
}

describe.skipIf(!HAS_GIT)('a repository', () => {
  proves(
    [
      'appsec:create.project-found',
      'appsec:create.project-made',
      'appsec:record.revision',
      'appsec:record.source-type',
      'appsec:endpoints.scan-create-fields',
    ],
    'is scanned at its newest or a requested commit, in the one project of its address',
    async () => {
      const repoUrl = `http://127.0.0.1:${git.port}/shop`
      const item = await scan({ repoUrl })
      expect(item).toMatchObject({
        status: 'COMPLETED',
        sourceType: 'GIT_CLONE',
        sourceRef: repoUrl,
        commitSha: commits[1],
        branch: 'main',
        project: { name: 'shop' },
        lowCount: 1,
        mediumCount: 1,
      })
      const two = await scan({ repoUrl: `${repoUrl}.git`, commitSha: commits[0], branch: undefined })
      expect(two).toMatchObject({ projectId: item['projectId'], commitSha: commits[0], mediumCount: 0, lowCount: 1 })
      // The project alone is enough, and a rescan has the commit of its scan.
      const three = await scan({ projectId: item['projectId'] })
      expect(three).toMatchObject({ commitSha: commits[1], mediumCount: 1 })
    },
  )

  proves(
    ['appsec:rules.incremental-changed', 'appsec:scanners.incremental'],
    'is compared with the commit that an incremental scan names',
    async () => {
      const repoUrl = `http://127.0.0.1:${git.port}/shop.git`
      const since = await scan({ repoUrl, scanType: 'INCREMENTAL', baseSha: commits[0] })
      expect(since).toMatchObject({ baseSha: commits[0], filesScanned: 1, mediumCount: 1, lowCount: 0 })
      const unknown = await scan({ repoUrl, scanType: 'INCREMENTAL', baseSha: '0'.repeat(40) })
      expect(unknown).toMatchObject({ status: 'COMPLETED', filesScanned: 2 })
      const { findings } = await findingsOf(service, ann, unknown['id'], '?severity=INFO')
      expect(findings.map(({ description }) => description)).toContainEqual(expect.stringContaining('baseSha'))
    },
  )

  test('has no folders excluded from the scan, whatever their names', async () => {
    expect(await scan({ repoUrl: `http://127.0.0.1:${git.port}/hidden.git` })).toMatchObject({
      status: 'COMPLETED',
      highCount: 1,
      lowCount: 1,
      filesScanned: 2,
    })
  })

  proves(
    'appsec:states.end',
    'that does not exist fails the scan with a message, and an internal address is rejected',
    async () => {
      const removed = await scan({ repoUrl: `http://127.0.0.1:${git.port}/nothing.git` })
      expect(removed).toMatchObject({ status: 'FAILED', gateResult: 'FAILED', errorMessage: expect.any(String) })
      const inside = await queue({ repoUrl: 'https://169.254.169.254/latest' })
      expect([inside.status, inside.body['error']]).toEqual([400, expect.any(String)])
    },
  )
})
