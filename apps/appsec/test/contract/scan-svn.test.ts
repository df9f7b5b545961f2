import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { queryAudit } from '@gatehouse/store/audit'
import { hasPrograms, freePort } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, until } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const HAS_SVN = hasPrograms('svn', 'svnadmin', 'svnrdump', 'svnserve')
const PASSWORD = 'made-up-password-0123456789'
let service: Served
let ann: Person
let root: string
let server: ChildProcess
let svnUrl: string
beforeAll(async () => {
  if (!HAS_SVN) return
  root = await mkdtemp(join(tmpdir(), 'scan-svn-'))
  makeRepository()
  const port = await freePort()
  const options = ['--foreground', '--listen-host=127.0.0.1', `--listen-port=${port}`, `--root=${root}`]
  server = spawn('svnserve', ['--daemon', ...options])
  await listening(port)
  svnUrl = `svn://127.0.0.1:${port}/shop/trunk`
  service = await serve({
    worker: { idle_ms: 50 },
    scanners: markerRegistry(),
    env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(async () => {
  if (!HAS_SVN) return
  server.kill('SIGKILL')
  await service.close()
  await rm(root, { recursive: true, force: true })
})

/** Two revisions, a link and an external, readable with a password alone. */
function makeRepository(): void {
  const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: root, stdio: 'pipe' })
  run('svnadmin', 'create', 'shop')
  const work = join(root, 'work')
  run('svn', 'checkout', '--quiet', `file://${join(root, 'shop')}`, work)
  mkdirSync(join(work, 'trunk'))
  writeFileSync(join(work, 'trunk/a'), 'BAD LOW a')
  run('svn', 'add', '--quiet', join(work, 'trunk'))
  run('svn', 'commit', '--quiet', '-m', 'first', work)
  run('svn', 'update', '--quiet', work)
  writeFileSync(join(work, 'trunk/b'), 'BAD MEDIUM b')
  symlinkSync('/etc/passwd', join(work, 'trunk/link'))
  run('svn', 'add', '--quiet', join(work, 'trunk/b'), join(work, 'trunk/link'))
  run('svn', 'propset', '--quiet', 'svn:externals', `file://${join(root, 'shop')} outside`, join(work, 'trunk'))
  run('svn', 'commit', '--quiet', '-m', 'second', work)
  const conf = join(root, 'shop/conf')
  writeFileSync(
    join(conf, 'svnserve.conf'),
    '[general]\nanon-access = none\nauth-access = read\npassword-db = passwd\n',
  )
  writeFileSync(join(conf, 'passwd'), `[users]\nann = ${PASSWORD}\n`)
}
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const first = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error')]).catch(
      () => false,
    )
    socket.destroy()
    if (first === true) return
    await wait(50)
  }
  throw new Error('svnserve did not start')
}

const queue = (body: object) => send(`${service.url}/api/scans`, 'POST', { scanType: 'SECRETS_ONLY', ...body }, ann.key)
async function scan(body: object) {
  const answer = await queue(body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return until(service, ann, answer.body['scanId'], isOver)
}

describe.skipIf(!HAS_SVN)('a Subversion repository', () => {
  proves(
    ['appsec:service.svn', 'appsec:endpoints.scan-create-fields'],
    'is scanned at its newest or a requested revision, without externals, in the one project of its address',
    async () => {
      const login = { svnUsername: 'ann', svnPassword: PASSWORD }
      const item = await scan({ svnUrl, ...login })
      expect(item).toMatchObject({
        status: 'COMPLETED',
        errorMessage: null,
        sourceType: 'SVN_CHECKOUT',
        sourceRef: svnUrl,
        branch: null,
        project: { name: 'trunk' },
        lowCount: 1,
        mediumCount: 1,
        filesScanned: 2,
      })
      const { findings } = await findingsOf(service, ann, item['id'])
      expect(findings.map(({ filePath }) => filePath)).toEqual(['b', 'a', 'link'])
      const two = await scan({ svnUrl, svnRevision: 1, ...login })
      expect(two).toMatchObject({ projectId: item['projectId'], lowCount: 1, mediumCount: 0 })
      // A rescan uses the password of its scan, which no other scan has.
      const answer = await send(`${service.url}/api/scans/${String(item['id'])}/rescan`, 'POST', undefined, ann.key)
      expect(await until(service, ann, answer.body['scanId'], isOver)).toMatchObject({ mediumCount: 1 })
      const three = await scan({ projectId: item['projectId'] })
      expect(three).toMatchObject({ status: 'FAILED', sourceType: 'SVN_CHECKOUT', sourceRef: svnUrl })
      expect(three['errorMessage']).toContain('requires a user name and password')
    },
  )

  test('its password is in no answer, log, audit entry or column in clear', async () => {
    const { entries } = await queryAudit(service.store, { tenantId: `org:${ann.organizationId}`, limit: 200 })
    const rows = await service.store.db.selectFrom('scans').selectAll().execute()
    const list = await send(`${service.url}/api/scans`, 'GET', undefined, ann.key)
    const all = [JSON.stringify(entries), JSON.stringify(rows), list.text, service.log.join('')].join('\n')
    expect(rows.some(({ source_secret }) => source_secret !== null)).toBe(true)
    expect(all).not.toContain(PASSWORD)
    expect(all).not.toContain(Buffer.from(PASSWORD).toString('base64'))
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('gatehouse-svn-'))).toEqual([])
  })
})
