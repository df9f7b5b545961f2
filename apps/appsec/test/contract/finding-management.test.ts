import { queryAudit } from '@gatehouse/store/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { chainOf } from '../../src/audited.ts'
import { reopenExpiredAcceptances } from '../../src/jobs/expired-acceptances.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const DAY_MS = 86_400_000
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString()

let service: Served
let organizationId: string
let ann: Person
let bob: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 50 }, scanners: markerRegistry() })
  organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'DEVELOPER')
  bob = await makePerson(service.store, organizationId, 'VIEWER')
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, { key }: Person = ann) =>
  send(`${service.url}/api${path}`, method, body, key)

async function found(files: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) {
  const scan = await scanned(service, ann, files, fields)
  return { scan, findings: (await findingsOf(service, ann, scan['id'])).findings }
}

proves('appsec:management.patch', 'assignee and due date follow the finding into later scans', async () => {
  const { scan, findings } = await found({ a: 'BAD HIGH planned' })
  const path = `/findings/${findings[0]!.id}`
  expect((await call('GET', path)).body).toMatchObject({
    assigneeId: null,
    dueAt: null,
    acceptedUntil: null,
    acceptedBy: null,
  })
  const change = { assigneeId: bob.userId, dueAt: '2026-12-24', status: 'in_progress' }
  const changed = await call('PATCH', path, change)
  expect([changed.status, changed.body]).toEqual([
    200,
    expect.objectContaining({ assigneeId: bob.userId, dueAt: '2026-12-24T00:00:00.000Z', status: 'IN_PROGRESS' }),
  ])
  const later = await found({ b: '\nBAD HIGH planned' }, { projectId: String(scan['projectId']) })
  expect(later.findings[0]).toMatchObject({ assigneeId: bob.userId, dueAt: '2026-12-24T00:00:00.000Z' })
  // The id of the membership is accepted too. Absent fields are unchanged, null removes them.
  await call('PATCH', path, { assigneeId: ann.memberId })
  expect((await call('GET', path)).body).toMatchObject({ assigneeId: ann.userId, status: 'IN_PROGRESS' })
  expect((await call('PATCH', path, { assigneeId: null, dueAt: null })).body).toMatchObject({
    assigneeId: null,
    dueAt: null,
  })
})

test('invalid changes are refused', async () => {
  const { findings } = await found({ a: 'BAD HIGH refused' })
  const path = `/findings/${findings[0]!.id}`
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  const cases: readonly [object, string][] = [
    [{ assigneeId: stranger.userId }, 'active member'],
    [{ assigneeId: 'nobody' }, 'active member'],
    [{ dueAt: 'tomorrow' }, ''],
    [{ dueAt: '9999-01-01' }, 'within 10 years'],
    [{ acceptedUntil: TOMORROW }, 'requires the status ACCEPTED_RISK'],
    [{ status: 'ACCEPTED_RISK', acceptedUntil: '2020-01-01' }, 'in the future'],
    [{}, 'must contain'],
  ]
  for (const [body, detail] of cases) {
    const answer = await call('PATCH', path, body)
    expect([body, answer.status, answer.text]).toEqual([body, 400, expect.stringContaining(detail)])
  }
  expect((await call('GET', path)).body).toMatchObject({ status: 'OPEN', assigneeId: null })
})

proves('appsec:management.patch', 'an expired risk acceptance opens the finding again', async () => {
  const { scan, findings } = await found({ a: 'BAD CRITICAL accepted\nBAD HIGH forever' })
  const [first, second] = findings.map(({ id }) => `/findings/${id}`)
  const accepted = await call('PATCH', first!, {
    status: 'ACCEPTED_RISK',
    acceptedUntil: TOMORROW,
    statusNote: 'until release',
  })
  expect(accepted.body).toMatchObject({ status: 'ACCEPTED_RISK', acceptedUntil: TOMORROW, acceptedBy: ann.email })
  await call('PATCH', second!, { status: 'ACCEPTED_RISK' })
  const entries: { readonly action: string; readonly details: object }[] = []
  const audit = { append: (entry: (typeof entries)[number]) => Promise.resolve(void entries.push(entry)) }
  const at = (days: number) =>
    reopenExpiredAcceptances({
      store: service.store,
      audit: audit as never,
      clock: { now: () => Date.now() + days * DAY_MS },
    })
  await at(0)
  expect((await call('GET', first!)).body['status']).toBe('ACCEPTED_RISK')
  await at(2)
  await at(2)
  expect((await call('GET', first!)).body).toMatchObject({
    status: 'OPEN',
    statusNote: `The risk acceptance expired on ${TOMORROW.slice(0, 10)}.`,
    acceptedUntil: null,
    acceptedBy: null,
  })
  expect((await call('GET', second!)).body).toMatchObject({
    status: 'ACCEPTED_RISK',
    acceptedUntil: null,
    acceptedBy: ann.email,
  })
  expect((await call('GET', `/scans/${String(scan['id'])}`)).body).toMatchObject({ criticalCount: 1, highCount: 0 })
  expect(entries).toEqual([expect.objectContaining({ action: 'finding.reopened' })])
})

test('another status ends a risk acceptance', async () => {
  const { findings } = await found({ a: 'BAD HIGH ended' })
  const path = `/findings/${findings[0]!.id}`
  await call('PATCH', path, { status: 'ACCEPTED_RISK', acceptedUntil: TOMORROW })
  expect((await call('PATCH', path, { status: 'OPEN' })).body).toMatchObject({ acceptedUntil: null, acceptedBy: null })
  await call('PATCH', path, { status: 'ACCEPTED_RISK', acceptedUntil: TOMORROW })
  expect((await call('PATCH', path, { acceptedUntil: null })).body).toMatchObject({
    status: 'ACCEPTED_RISK',
    acceptedUntil: null,
  })
})

proves('appsec:management.comments', 'comments belong to the finding in all scans', async () => {
  const { scan, findings } = await found({ a: 'BAD HIGH discussed' })
  const path = `/findings/${findings[0]!.id}/comments`
  const made = await call('POST', path, { text: 'Is <b>this</b> reachable?' })
  expect([made.status, made.body]).toEqual([
    201,
    {
      comment: expect.objectContaining({
        text: 'Is <b>this</b> reachable?',
        author: { id: ann.userId, email: ann.email },
      }),
    },
  ])
  await call('POST', path, { text: 'No.' })
  const later = await found({ a: 'BAD HIGH discussed' }, { projectId: String(scan['projectId']) })
  const { body } = await call('GET', `/findings/${later.findings[0]!.id}/comments?limit=1&page=2`, undefined, bob)
  expect(body).toMatchObject({ comments: [{ text: 'No.' }], pagination: { total: 2, totalPages: 2 } })
  for (const text of ['', '   ', 'x'.repeat(10_001), '\0'])
    expect((await call('POST', path, { text })).status).toBe(400)
  expect((await call('POST', path, { text: 'x' }, bob)).status).toBe(403)
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  expect((await call('GET', path, undefined, stranger)).status).toBe(403)
  const { entries } = await queryAudit(service.store, { tenantId: chainOf(organizationId), limit: 50 })
  expect(entries.map(({ action }) => action)).toContain('finding.commented')
})

test('a retest needs a source that the service can fetch', async () => {
  const { findings } = await found({ a: 'BAD HIGH uploaded' })
  const answer = await call('POST', `/findings/${findings[0]!.id}/retest`)
  expect([answer.status, answer.body['reason']]).toEqual([409, 'source_required'])
})

test('findings of a filter are changed together', async () => {
  const { scan, findings } = await found({ 'src/a': 'BAD HIGH one\nBAD LOW two', 'test/b': 'BAD HIGH three' })
  const filter = { scanId: String(scan['id']), severity: ['HIGH'], filePath: 'src/' }
  const change = { filter, status: 'ACCEPTED_RISK', acceptedUntil: TOMORROW, assigneeId: bob.userId }
  const answer = await call('POST', '/findings/bulk', change)
  expect([answer.status, answer.body]).toEqual([200, { updated: 1, status: 'ACCEPTED_RISK' }])
  const now = (await findingsOf(service, ann, scan['id'], '?sort=title')).findings
  expect(now.map(({ status }) => status)).toEqual(['ACCEPTED_RISK', 'OPEN', 'OPEN'])
  expect(now[0]).toMatchObject({ acceptedUntil: TOMORROW, acceptedBy: ann.email, assigneeId: bob.userId })
  const both = { ids: [findings[0]!.id], filter, status: 'OPEN' }
  expect((await call('POST', '/findings/bulk', both)).status).toBe(400)
  const none = { filter: { ...filter, search: 'nothing-like-it' }, status: 'OPEN' }
  expect((await call('POST', '/findings/bulk', none)).body).toEqual({ updated: 0, status: 'OPEN' })
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  expect((await call('POST', '/findings/bulk', { filter, status: 'OPEN' }, stranger)).status).toBe(403)
})

test('new findings get the due date of the organization', async () => {
  const own = await makeOrganization(service.store)
  const eve = await makePerson(service.store, own, 'SECURITY')
  const url = `${service.url}/api/settings/sla`
  expect((await send(url, 'GET', undefined, eve.key)).body).toEqual({
    critical: null,
    high: null,
    medium: null,
    low: null,
  })
  const before = await scanned(service, eve, { a: 'BAD HIGH old' })
  await send(url, 'PUT', { critical: 1, high: 7 }, eve.session)
  expect((await send(url, 'PUT', { critical: null }, eve.session)).body).toMatchObject({ critical: null, high: 7 })
  const files = { a: 'BAD HIGH old\nBAD HIGH new\nBAD LOW low\nBAD CRITICAL bad' }
  const scan = await scanned(service, eve, files, { projectId: String(before['projectId']) })
  const { findings } = await findingsOf(service, eve, scan['id'])
  const due = new Map(
    findings.map((finding) => [finding.title.slice(15), (finding as { dueAt?: string | null }).dueAt]),
  )
  expect([due.get('old'), due.get('low'), due.get('bad')]).toEqual([null, null, null])
  const days = (Date.parse(due.get('new')!) - Date.now()) / DAY_MS
  expect(Math.round(days)).toBe(7)
  expect((await send(url, 'PUT', { high: 0 }, eve.session)).status).toBe(400)
  expect((await send(url, 'PUT', { high: 1 }, ann.session)).status).toBe(403)
})
