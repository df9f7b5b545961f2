import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { queryAudit } from '@gatehouse/store/audit'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { chainOf } from '../../src/audited.ts'
import { findingsOf, isOver, scanned, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let served: Served
let organizationId: string
let ann: Person
beforeAll(async () => {
  served = await serve({ worker: {} })
  organizationId = await makeOrganization(served.store)
  ann = await makePerson(served.store, organizationId, 'DEVELOPER')
})
afterAll(() => served.close())

const scans = (method: string, body?: object, path = '', headers = ann.key) =>
  send(`${served.url}/api/scans${path}`, method, body, headers)

/** Format of a private key with random bytes: not a real key. */
const keyBlock = () => {
  const lines = Array.from({ length: 12 }, () => randomBytes(48).toString('base64'))
  return `-----BEGIN RSA PRIVATE KEY-----\n${lines.join('\n')}\n-----END RSA PRIVATE KEY-----\n`
}

proves(
  [
    'appsec:create.part',
    'appsec:create.fields',
    'appsec:create.answer',
    'appsec:create.project-made',
    'appsec:record.identity',
    'appsec:record.source-type',
    'appsec:record.times',
    'appsec:record.counts',
    'appsec:record.progress',
    'appsec:record.gate',
    'appsec:endpoints.scan',
    'appsec:endpoints.scan-create',
    'appsec:endpoints.scan-create-answer',
    'appsec:states.created',
    'appsec:states.end',
    'appsec:scan.id-status',
    'appsec:scan.gate-result',
    'appsec:scan.counts',
    'appsec:scan.progress',
    'appsec:finer.developer-project',
    'appsec:finer.first-scan',
    'appsec:gates.decided',
    'appsec:service.gate',
    'appsec:auth.key-may',
    'appsec:scanners.only',
    'appsec:finding.fields',
    'appsec:findings.fields',
    'appsec:findings.secrets-masked',
  ],
  'an upload is scanned from end to end, by a key of a DEVELOPER',
  async () => {
    const secret = keyBlock()
    const made = await upload(served, ann, { 'app/id_rsa': secret, 'README.md': 'A shop.' })
    expect([made.status, made.body]).toEqual([
      201,
      { scanId: expect.any(String), projectId: expect.any(String), status: 'QUEUED' },
    ])
    const scan = await until(served, ann, made.body['scanId'], isOver)
    expect(scan).toMatchObject({
      id: made.body['scanId'],
      projectId: made.body['projectId'],
      organizationId,
      status: 'COMPLETED',
      scanType: 'SECRETS_ONLY',
      sourceType: 'UPLOAD',
      sourceRef: 'shop',
      triggeredBy: ann.email,
      filesScanned: 2,
      depsScanned: 0,
      errorMessage: null,
      project: { id: made.body['projectId'], name: 'shop' },
      artifacts: expect.arrayContaining([expect.objectContaining({ kind: 'sarif' })]),
      scannerProgress: {
        SECRETS_PATTERN: { status: 'COMPLETED', findingsCount: 1, filesCompleted: 2, filesTotal: 2 },
      },
    })
    const { findings } = await findingsOf(served, ann, scan['id'])
    expect(findings).toEqual([
      expect.objectContaining({
        filePath: 'app/id_rsa',
        scanner: 'SECRETS_PATTERN',
        status: 'OPEN',
        statusNote: null,
        isNew: false,
        ruleId: expect.any(String),
        cweId: expect.stringMatching(/^CWE-\d+$/),
        cveId: null,
        startLine: 1,
        metadata: expect.any(Object),
      }),
    ])
    expect(JSON.stringify(findings)).not.toContain(secret.split('\n')[3])
    const bySeverity = ['criticalCount', 'highCount', 'mediumCount', 'lowCount', 'infoCount'].map((item) => scan[item])
    expect(bySeverity.reduce((sum: number, one) => sum + Number(one), 0)).toBe(1)
    const times = ['createdAt', 'startedAt', 'completedAt'].map((item) => Date.parse(String(scan[item])))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // The default gate allows no CRITICAL finding and five HIGH ones.
    expect(scan['gateResult']).toBe(scan['criticalCount'] === 0 ? 'PASSED' : 'FAILED')
    // No extracted source remains.
    const folders = await readdir(join(served.dataDir, 'workspaces'), { recursive: true })
    expect(folders.filter((folder) => folder.includes('id_rsa'))).toEqual([])
  },
)

proves(
  ['appsec:audit.action', 'appsec:create.part', 'appsec:create.fields'],
  'the part may be file, its fields JSON',
  async () => {
    const fields = {
      data: JSON.stringify({ scanType: 'secrets_only', newProjectName: 'Named', branch: 'b', prNumber: 7 }),
      scanType: '',
    }
    const made = await upload(served, ann, { a: 'x' }, fields, 'file')
    const scan = await until(served, ann, made.body['scanId'], isOver)
    expect(scan).toMatchObject({ branch: 'b', prNumber: 7, scanType: 'SECRETS_ONLY', project: { name: 'Named' } })
    // A worker writes it down after the scan is over.
    await vi.waitFor(
      async () => {
        const { entries } = await queryAudit(served.store, { tenantId: chainOf(organizationId), limit: 200 })
        const said = entries.filter(({ details }) => details['resourceId'] === scan['id']).map(({ action }) => action)
        expect(said.toSorted()).toEqual(['scan.completed', 'scan.queued'])
      },
      { timeout: patient_ms(5_000) },
    )
  },
)

proves(
  ['appsec:create.two-sources-400', 'appsec:create.default-type'],
  'requires exactly one source, and reports other requests with a message',
  async () => {
    const repoUrl = 'https://example.org/a/b'
    const both = await scans('POST', { repoUrl, svnUrl: 'https://example.org/svn' })
    expect([both.status, both.body['detail']]).toEqual([400, expect.stringContaining('more than one source')])
    expect((await upload(served, ann, { a: 'x' }, { svnUrl: repoUrl })).status).toBe(400)
    expect((await scans('POST', {})).status).toBe(400)
    const forged = await scans('POST', { source: { path: '/etc/passwd', name: 'a.tar', size_bytes: 1, sha256: 'x' } })
    expect([forged.status, forged.body['detail']]).toEqual([400, expect.stringContaining('must be a form file')])
    const none = await upload(served, ann, { a: 'x' }, { scanType: 'ZERO_DAY_ONLY' })
    expect([none.status, none.body['error'], none.body['detail']]).toEqual([
      501,
      'not_implemented',
      expect.stringContaining('ZERO_DAY'),
    ])
    // Without a type it is FULL, which reports skipped scanners.
    const full = await scanned(served, ann, { a: 'x' }, { scanType: '' })
    expect(full['scanType']).toBe('FULL')
    const { findings } = await findingsOf(served, ann, full['id'], '?severity=INFO')
    expect(findings.map(({ description }) => description)).toContainEqual(
      expect.stringContaining('ZERO_DAY did not run'),
    )
    // The rejected request left no file behind.
    expect(await readdir(join(served.dataDir, 'uploads'))).toEqual([])
  },
)

proves(
  ['appsec:create.project-found', 'appsec:lists.scans', 'appsec:endpoints.scans', 'appsec:record.immutable'],
  'a project is found by its repository, however the address is spelt',
  async () => {
    const admin = await makePerson(served.store, organizationId, 'ADMIN')
    const address = 'https://git.example.org/team/found'
    const made = await send(
      `${served.url}/api/projects`,
      'POST',
      { name: 'Found', repoUrl: `${address}.git` },
      admin.session,
    )
    const projectId = String(made.body['id'])
    const one = await scanned(served, ann, { a: 'x' }, { projectId, branch: 'main' })
    const two = await scanned(served, ann, { a: 'x' }, { projectId })
    expect([one['projectId'], two['projectId']]).toEqual([projectId, projectId])
    const listed = await scans('GET', undefined, `?projectId=${projectId}&status=completed&limit=1`)
    expect(listed.body).toMatchObject({
      scans: [{ id: two['id'] }],
      pagination: { page: 1, limit: 1, total: 2, totalPages: 2 },
    })
    expect((await scans('GET', undefined, '?limit=101')).status).toBe(400)
  },
)

test('an invalid archive or a path traversal fails the scan with an error and never passes', async () => {
  const made = await upload(served, ann, { '../../evil': 'x' })
  const scan = await until(served, ann, made.body['scanId'], isOver)
  expect(scan).toMatchObject({ status: 'FAILED', gateResult: 'FAILED', errorMessage: expect.stringContaining('evil') })
  expect(existsSync(join(served.dataDir, 'evil'))).toBe(false)
})

proves(
  [
    'appsec:auth.not-member-403',
    'appsec:roles.viewer',
    'appsec:finer.delete-204',
    'appsec:auth.key-may-not',
    'appsec:status.rescan',
    'appsec:states.rescan',
  ],
  'scans are isolated by organization, and require a role',
  async () => {
    const scan = await scanned(served, ann, { a: 'x' })
    const path = `/${String(scan['id'])}`
    const stranger = await makePerson(served.store, await makeOrganization(served.store), 'ADMIN')
    const viewer = await makePerson(served.store, organizationId, 'VIEWER')
    const security = await makePerson(served.store, organizationId, 'SECURITY')
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/findings'],
      ['GET', '/events'],
      ['POST', '/stop'],
      ['POST', '/rescan'],
      ['DELETE', ''],
    ] as const) {
      expect((await scans(method, undefined, path + tail, stranger.session)).status).toBe(403)
    }
    expect((await scans('GET', undefined, path, viewer.key)).status).toBe(200)
    expect((await upload(served, viewer, { a: 'x' })).status).toBe(403)
    expect((await scans('POST', undefined, `${path}/cancel`, ann.key)).status).toBe(403)
    const again = await scans('POST', undefined, `${path}/rescan`)
    expect([again.status, again.body['scanId'] === scan['id']]).toEqual([201, false])
    await until(served, ann, again.body['scanId'], isOver)
    // Requires a session, and the source is kept for the other scan.
    expect((await scans('DELETE', undefined, path, security.key)).status).toBe(403)
    expect((await scans('DELETE', undefined, path, security.session)).status).toBe(204)
    expect((await scans('GET', undefined, path)).status).toBe(404)
    expect((await scans('POST', undefined, `/${String(again.body['scanId'])}/rescan`)).status).toBe(201)
  },
)
