import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'
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
  root = await mkdtemp(join(tmpdir(), 'retest-'))
  commits = makeRepository(root, 'shop', [{ a: 'BAD LOW kept\nBAD HIGH fixed' }, { a: 'BAD LOW kept' }])
  git = await serveGit(root)
  const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
  service = await serve({ worker: { idle_ms: 50 }, scanners: markerRegistry(), env })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(async () => {
  if (!HAS_GIT) return
  await Promise.all([service.close(), git.close()])
  await rm(root, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: object) => send(`${service.url}/api${path}`, method, body, ann.key)

describe.skipIf(!HAS_GIT)('a retest', () => {
  proves('appsec:management.retest', 'scans the head of the branch and resolves a finding that is gone', async () => {
    const source = { repoUrl: `http://127.0.0.1:${git.port}/shop`, commitSha: commits[0], scanType: 'FULL' }
    const first = await until(service, ann, (await call('POST', '/scans', source)).body['scanId'], isOver)
    const { findings } = await findingsOf(service, ann, first['id'], '?scanner=SECRETS_PATTERN')
    const idOf = (name: string) => findings.find(({ title }) => title.includes(name))!.id
    const retest = async (name: string) => {
      const answer = await call('POST', `/findings/${idOf(name)}/retest`)
      expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ status: 'QUEUED' })])
      const scan = await until(service, ann, answer.body['scanId'], isOver)
      expect(scan).toMatchObject({ status: 'COMPLETED', scanType: 'SECRETS_ONLY', commitSha: commits[1] })
      return { scan, finding: (await call('GET', `/findings/${idOf(name)}`)).body }
    }
    const { scan, finding } = await retest('fixed')
    expect(finding).toMatchObject({
      status: 'RESOLVED',
      statusNote: `The retest in scan ${String(scan['id'])} did not find it.`,
    })
    expect((await retest('kept')).finding).toMatchObject({ status: 'OPEN' })
  })
})
