import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let organizationId: string
let ann: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 50 }, scanners: markerRegistry() })
  organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'DEVELOPER')
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, { key }: Person = ann) =>
  send(`${service.url}/api${path}`, method, body, key)
const scan = (files: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) =>
  scanned(service, ann, files, fields)

proves(
  [
    'appsec:findings.query',
    'appsec:findings.answer',
    'appsec:endpoints.findings',
    'appsec:finding.severity',
    'appsec:finer.limits-400',
  ],
  'findings are listed by kind, place and words, sorted and page by page',
  async () => {
    const lines = ['CRITICAL one', 'HIGH two', 'LOW three', 'LOW 100%_sure'].map((line) => `BAD ${line}`)
    const { id } = await scan({
      'src/a.ts': lines.join('\n'),
      'src/b.ts': 'BAD MEDIUM four',
      'test/c.ts': 'BAD INFO five',
    })
    const of = async (query: string) =>
      (await findingsOf(service, ann, id, query)).findings.map(({ title }) => title.slice(15))
    const worst = ['one', 'two', 'four', 'three', '100%_sure', 'five']
    expect(await of('')).toEqual(worst)
    expect(await of('?sort=-severity')).toEqual(worst.toReversed())
    expect(await of('?sort=title')).toEqual(['100%_sure', 'five', 'four', 'one', 'three', 'two'])
    expect(await of('?sort=-filePath&limit=2')).toEqual(['five', 'four'])
    expect(await of('?severity=low,high')).toEqual(['two', 'three', '100%_sure'])
    expect(await of('?filePath=src/b.ts')).toEqual(['four'])
    expect(await of('?filePath=src/&severity=CRITICAL')).toEqual(['one'])
    expect(await of('?search=100%25_S')).toEqual(['100%_sure'])
    expect(await of('?search=%25%25%25')).toEqual([])
    expect(await of('?scanner=SCA')).toEqual([])
    expect(await of('?status=RESOLVED')).toEqual([])
    const pages = await Promise.all([1, 2, 3, 4].map((page) => findingsOf(service, ann, id, `?limit=2&page=${page}`)))
    expect(pages.flatMap(({ findings }) => findings.map(({ title }) => title.slice(15)))).toEqual(worst)
    expect(pages[1]?.pagination).toEqual({ page: 2, limit: 2, total: 6, totalPages: 3 })
    for (const wrong of ['limit=501', 'limit=0', 'severity=BAD', 'sort=id', 'search=ab', 'page=0']) {
      expect([wrong, (await call('GET', `/scans/${String(id)}/findings?${wrong}`)).status]).toEqual([wrong, 400])
    }
  },
)

proves(
  [
    'appsec:findings.triage-follows',
    'appsec:findings.fingerprint',
    'appsec:finer.fingerprints',
    'appsec:finding.status',
    'appsec:states.finding',
    'appsec:lists.patch-answers',
    'appsec:endpoints.finding-patch',
    'appsec:finer.counts-open',
    'appsec:finer.resolved',
    'appsec:gates.not-counted',
    'appsec:roles.developer',
  ],
  'triage follows a finding when lines move and files are renamed, and counts',
  async () => {
    const item = await scan({ 'a.ts': 'BAD CRITICAL key' }, { newProjectName: 'Triage' })
    expect([item['gateResult'], item['criticalCount']]).toEqual(['FAILED', 1])
    const [found] = (await findingsOf(service, ann, item['id'])).findings
    const answer = await call('PATCH', `/findings/${found!.id}`, { status: 'false_positive', statusNote: 'made up' })
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ id: found!.id, status: 'FALSE_POSITIVE', statusNote: 'made up' }),
    ])
    expect((await call('GET', `/scans/${String(item['id'])}`)).body).toMatchObject({
      criticalCount: 0,
      gateResult: 'FAILED',
    })
    expect((await findingsOf(service, ann, item['id'], '?status=FALSE_POSITIVE')).pagination.total).toBe(1)
    expect((await findingsOf(service, ann, item['id'], '?status=OPEN')).pagination.total).toBe(0)
    const two = await scan({ 'lib/b.ts': '\n\nBAD CRITICAL key' }, { projectId: String(item['projectId']) })
    const [moved] = (await findingsOf(service, ann, two['id'])).findings
    expect(moved).toMatchObject({
      fingerprint: found!.fingerprint,
      status: 'FALSE_POSITIVE',
      isNew: false,
      startLine: 3,
    })
    expect([two['gateResult'], two['criticalCount']]).toEqual(['PASSED', 0])
    // Changing only the note keeps the status, and a viewer cannot change anything.
    const noted = await call('PATCH', `/findings/${moved!.id}`, { statusNote: null })
    expect(noted.body).toMatchObject({ status: 'FALSE_POSITIVE', statusNote: null })
    expect((await call('PATCH', `/findings/${moved!.id}`, {})).status).toBe(400)
    const viewer = await makePerson(service.store, organizationId, 'VIEWER')
    expect((await call('PATCH', `/findings/${moved!.id}`, { status: 'OPEN' }, viewer)).status).toBe(403)
  },
)

proves(
  [
    'appsec:gates.baseline',
    'appsec:gate.fail-on-new',
    'appsec:finer.baseline-order',
    'appsec:finer.info-never',
    'appsec:gates.default',
  ],
  'new findings are those missing in the last completed scan of the branch, else of the default branch',
  async () => {
    const first = await scan({ a: 'BAD LOW old' }, { newProjectName: 'New', branch: 'main' })
    expect([first['gateResult'], first['gateReasons']]).toEqual(['PASSED', []])
    const fields = { projectId: String(first['projectId']) }
    const branch = await scan({ a: 'BAD LOW old\nBAD LOW young\nBAD INFO note' }, { ...fields, branch: 'topic' })
    expect([branch['gateResult'], branch['gateReasons']]).toEqual([
      'FAILED',
      [expect.stringContaining('1 new finding')],
    ])
    const { findings } = await findingsOf(service, ann, branch['id'])
    expect(findings.map(({ title, isNew }) => [title.slice(15), isNew])).toEqual([
      ['old', false],
      ['young', true],
      ['note', true],
    ])
    // The branch is compared with itself from now on, the default branch with its own.
    expect((await scan({ a: 'BAD LOW old\nBAD LOW young' }, { ...fields, branch: 'topic' }))['gateResult']).toBe(
      'PASSED',
    )
    expect((await scan({ a: 'BAD LOW old\nBAD LOW young' }, { ...fields, branch: 'main' }))['gateResult']).toBe(
      'FAILED',
    )
  },
)

proves(
  ['appsec:lists.bulk', 'appsec:endpoints.findings-bulk', 'appsec:auth.not-member-403'],
  'several findings are changed atomically',
  async () => {
    const { id } = await scan({ a: 'BAD HIGH x\nBAD LOW y\nBAD LOW z' })
    const { findings } = await findingsOf(service, ann, id)
    const ids = findings.map((finding) => finding.id)
    const done = await call('POST', '/findings/bulk', { ids: ids.slice(0, 2), status: 'ACCEPTED_RISK' })
    expect([done.status, done.body]).toEqual([200, { updated: 2, status: 'ACCEPTED_RISK' }])
    const answer = await call('PATCH', '/findings/bulk', { findingIds: ids.slice(1), status: 'RESOLVED' })
    expect(answer.body).toEqual({ updated: 2, status: 'RESOLVED' })
    const now = (await findingsOf(service, ann, id)).findings
    expect(now.map(({ status }) => status)).toEqual(['ACCEPTED_RISK', 'RESOLVED', 'RESOLVED'])
    expect((await findingsOf(service, ann, id, '?status=RESOLVED')).pagination.total).toBe(2)
    const unknown = '01900000-0000-7000-8000-000000000000'
    expect((await call('POST', '/findings/bulk', { ids: [ids[0], unknown], status: 'OPEN' })).status).toBe(404)
    const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
    expect((await call('POST', '/findings/bulk', { ids, status: 'OPEN' }, stranger)).status).toBe(403)
    expect((await call('PATCH', `/findings/${ids[0]}`, { status: 'OPEN' }, stranger)).status).toBe(403)
    for (const word of ['suggest-fix', 'open-pr']) {
      const path = `/scans/${String(id)}/findings/${ids[0]}/${word}`
      const refusal = word === 'open-pr' ? 'GITHUB_REPO_REQUIRED' : 'conflict'
      expect([word, (await call('POST', path, {})).body['error']]).toEqual([word, refusal])
      expect((await call('POST', path, {}, stranger)).status).toBe(403)
      expect((await call('POST', path.replace(ids[0]!, unknown), {})).status).toBe(404)
    }
    expect((await call('POST', '/findings/bulk', { ids: [], status: 'OPEN' })).status).toBe(400)
    expect(
      (await call('POST', '/findings/bulk', { ids: Array.from({ length: 501 }, () => unknown), status: 'OPEN' }))
        .status,
    ).toBe(400)
  },
)

proves(
  ['appsec:endpoints.trends', 'appsec:endpoints.trends-answer', 'appsec:endpoints.ide', 'appsec:endpoints.ide-answer'],
  'trends count days and repairs; editors list the open findings of a file',
  async () => {
    const team = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
    const item = await scanned(service, team, { a: 'BAD HIGH gone\nBAD LOW stays' })
    const projectId = String(item['projectId'])
    await scanned(service, team, { a: 'BAD LOW stays', b: 'BAD CRITICAL b' }, { projectId })
    const trends = await call('GET', '/dashboard/trends?days=7', undefined, team)
    expect(trends.body).toMatchObject({
      days: 7,
      mttr: { HIGH: { count: 1, meanHours: expect.any(Number) }, LOW: { count: 0, meanHours: 0 } },
    })
    const series = trends.body['series'] as object[]
    expect(series).toHaveLength(7)
    expect(series.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      critical: 1,
      high: 1,
      medium: 0,
      low: 2,
      scans: 2,
      gateFailed: 1,
    })
    expect((await call('GET', '/dashboard/trends?days=6', undefined, team)).status).toBe(400)
    const ide = await call('GET', `/ide/findings?projectId=${projectId}&minSeverity=high`, undefined, team)
    expect(ide.body).toMatchObject({
      project: { id: projectId },
      scan: { status: 'COMPLETED' },
      findings: [{ filePath: 'b' }],
    })
    const file = await call('GET', `/ide/findings?projectId=${projectId}&filePath=a`, undefined, team)
    expect(file.body).toMatchObject({ findings: [{ title: 'Marked as bad: stays' }] })
    expect((await call('GET', `/ide/findings?projectId=${projectId}`)).status).toBe(403)
  },
)

proves(
  [
    'appsec:endpoints.precommit-scan',
    'appsec:endpoints.precommit-answer',
    'appsec:rules.precommit-block',
    'appsec:finer.precommit-size',
  ],
  'files that are about to be committed are scanned in memory, and block by severity',
  async () => {
    const files = [{ path: 'src/a.ts', content: 'BAD MEDIUM m' }]
    const passed = await call('POST', '/precommit/scan', { files })
    expect([passed.status, passed.body]).toEqual([
      200,
      {
        findings: [expect.objectContaining({ filePath: 'src/a.ts', severity: 'MEDIUM' })],
        summary: { total: 1, bySeverity: expect.objectContaining({ MEDIUM: 1, HIGH: 0 }), note: expect.any(String) },
        block: false,
      },
    ])
    expect((await call('POST', '/precommit/scan', { files, failOn: ['MEDIUM'] })).body['block']).toBe(true)
    const high = [{ path: 'b', content: 'BAD HIGH h' }]
    expect((await call('POST', '/precommit/scan', { files: high })).body['block']).toBe(true)
    expect((await call('POST', '/precommit/scan', { files: [{ path: '../a', content: '' }] })).status).toBe(400)
    const large = [{ path: 'c', content: 'x'.repeat(2 * 1024 * 1024 + 1) }]
    expect((await call('POST', '/precommit/scan', { files: large })).status).toBe(400)
    const right = [{ path: 'c', content: 'x'.repeat(2 * 1024 * 1024) }]
    expect((await call('POST', '/precommit/scan', { files: right })).status).toBe(200)
  },
)

proves(
  ['appsec:scanners.incremental', 'appsec:rules.incremental-changed', 'appsec:finer.incremental-base'],
  'an incremental scan covers changes since the last full scan, and is never a baseline',
  async () => {
    const files = { a: 'BAD LOW a', b: 'BAD LOW b' }
    const first = await scan(files, { newProjectName: 'Incremental', scanType: 'INCREMENTAL' })
    expect([first['filesScanned'], first['lowCount']]).toEqual([2, 2])
    const fields = { projectId: String(first['projectId']) }
    await scan(files, fields)
    const third = await scan({ ...files, b: 'BAD LOW b\nBAD LOW c' }, { ...fields, scanType: 'INCREMENTAL' })
    expect([third['filesScanned'], third['gateResult']]).toEqual([1, 'FAILED'])
    const { findings } = await findingsOf(service, ann, third['id'], '?severity=LOW')
    expect(findings.map(({ title, isNew }) => [title.slice(15), isNew])).toEqual([
      ['b', false],
      ['c', true],
    ])
    // Nothing has changed: the scan reports that there is nothing to do.
    const none = await scan(files, { ...fields, scanType: 'INCREMENTAL' })
    expect([none['status'], none['filesScanned'], none['lowCount']]).toEqual(['COMPLETED', 0, 0])
    // Findings that the incremental scan skipped are neither new nor gone.
    expect((await scan(files, fields))['gateResult']).toBe('PASSED')
  },
)

test('an incremental scan keeps the identical finding in an unchanged file', async () => {
  const files = { a: 'BAD LOW twin' }
  const first = await scan(files, { newProjectName: 'Twins' })
  const fields = { projectId: String(first['projectId']) }
  const [old] = (await findingsOf(service, ann, first['id'], '?severity=LOW')).findings
  await send(`${service.url}/api/findings/${old!.id}`, 'PATCH', { status: 'FALSE_POSITIVE' }, ann.key)
  const report = async (of: Readonly<Record<string, unknown>>) => {
    const { findings } = await findingsOf(service, ann, of['id'], '?severity=LOW&sort=filePath')
    return findings.map(({ filePath, status, isNew }) => [filePath, status, isNew])
  }
  const more = { ...files, b: 'BAD LOW twin' }
  const second = await scan(more, { ...fields, scanType: 'INCREMENTAL' })
  expect([second['gateResult'], await report(second)]).toEqual(['FAILED', [['b', 'OPEN', true]]])
  const third = await scan(more, fields)
  expect(await report(third)).toEqual([
    ['a', 'FALSE_POSITIVE', false],
    ['b', 'OPEN', true],
  ])
  // A renamed file keeps its triage.
  const moved = await scan({ c: 'BAD LOW twin', b: 'BAD LOW twin' }, { ...fields, scanType: 'INCREMENTAL' })
  expect(await report(moved)).toEqual([['c', 'FALSE_POSITIVE', false]])
})
