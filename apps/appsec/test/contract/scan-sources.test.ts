import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { SOURCES, UPLOADS } from '../../src/scans/source-files.ts'
import { findingsOf, scanned, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let scanning: Served
let ann: Person
let bob: Person
beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  scanning = await serve({ worker: { idle_ms: 30 }, scanners: markerRegistry() })
  bob = await makePerson(scanning.store, await makeOrganization(scanning.store), 'DEVELOPER')
})
afterAll(() => Promise.all([service.close(), scanning.close()]))

const queue = async (body: object) => {
  const { status, body: answer } = await send(
    `${service.url}/api/scans`,
    'POST',
    { scanType: 'SECRETS_ONLY', ...body },
    ann.key,
  )
  return [status, answer['error'] ?? answer['status']]
}

proves('appsec:finer.schemes-git', 'git uses https, and plain http only for allowlisted hosts', async () => {
  expect(await queue({ repoUrl: 'https://git.example/shop.git' })).toEqual([201, 'QUEUED'])
  for (const scheme of ['http', 'git']) {
    expect(await queue({ repoUrl: `${scheme}://git.example/shop.git` })).toEqual([400, 'invalid_request'])
    expect(await queue({ repoUrl: `${scheme}://127.0.0.1:9/shop.git` })).toEqual([201, 'QUEUED'])
  }
  for (const repoUrl of [
    'ssh://git@git.example/x',
    'ext::sh -c id',
    'file:///etc',
    '--upload-pack=id',
    '/etc',
    'fd::7',
  ]) {
    expect([repoUrl, ...(await queue({ repoUrl }))]).toEqual([repoUrl, 400, 'invalid_request'])
  }
})

proves('appsec:finer.schemes-svn', 'svn uses https and its own protocol', async () => {
  for (const scheme of ['https', 'svn'])
    expect(await queue({ svnUrl: `${scheme}://svn.example/shop` })).toEqual([201, 'QUEUED'])
  for (const svnUrl of ['svn+ssh://svn.example/x', 'svn+x://svn.example/x', 'file:///etc', 'http://svn.example/x'])
    expect([svnUrl, ...(await queue({ svnUrl }))]).toEqual([svnUrl, 400, 'invalid_request'])
})

test('a repository address that would expose a secret is rejected', async () => {
  for (const end of ['?private_token=abc', '#abc']) {
    expect(await queue({ repoUrl: `https://git.example/shop.git${end}` })).toEqual([400, 'invalid_request'])
    expect(await queue({ svnUrl: `https://svn.example/shop${end}` })).toEqual([400, 'invalid_request'])
  }
  expect(await queue({ repoUrl: 'https://ann:secret@git.example/shop.git' })).toEqual([400, 'invalid_request'])
})

proves('appsec:service.tarball', 'a tarball is unpacked and scanned', async () => {
  const scan = await scanned(scanning, bob, { 'src/a': 'BAD HIGH one', 'src/deep/b': 'fine' })
  expect(scan).toMatchObject({ status: 'COMPLETED', sourceType: 'UPLOAD', filesScanned: 2, highCount: 1 })
  const { findings } = await findingsOf(scanning, bob, scan['id'])
  expect(findings).toMatchObject([{ title: 'Marked as bad: one', filePath: 'src/a', startLine: 1 }])
})

test('a rejected upload leaves no file behind', async () => {
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
  const { body } = await send(`${service.url}/api/projects`, 'POST', { name: 'theirs' }, stranger.session)
  const files = { 'a.js': 'x' }
  const answers = await Promise.all([
    upload(service, ann, files, { svnUrl: 'svn://svn.example/x' }),
    upload(service, ann, files, { projectId: String(body['id']) }),
    upload(service, ann, files, { projectId: '01890000-0000-7000-8000-000000000000' }),
    upload(service, ann, files, { scanType: 'NOTHING' }),
    upload(service, ann, files, { scanType: 'DAST_ONLY' }),
    upload(service, { key: { authorization: 'Bearer gha_nobody' } }, files),
    upload(service, ann, files, {}, 'another'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 403, 404, 400, 501, 401, 400])
  // Files go after the answer.
  const left = async () =>
    Promise.all([SOURCES, UPLOADS].map((name) => readdir(join(service.dataDir, name)).catch(() => [])))
  await expect.poll(left, { timeout: 5_000 }).toEqual([[], []])
})
