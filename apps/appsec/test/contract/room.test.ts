import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuditLog } from '@gatehouse/store/audit'
import { listScans, readScanUsage } from '@gatehouse/store/scans'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SOURCES, UPLOADS } from '../../src/scans/source-files.ts'
import { runDueSchedules } from '../../src/jobs/schedule-runner.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { isOver, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

/** Archives of a test have some kilobytes; documents of a scan without findings have about ten. */
const FILES = { a: 'x'.repeat(600_000) }

let service: Served
let ann: Person
beforeAll(async () => {
  const env = { APPSEC_ACTIVE_SCANS_MAX: '2', APPSEC_STORED_MB_MAX: '1' }
  service = await serve({ env, scanners: markerRegistry() })
})
afterAll(() => service.close())
beforeEach(async () => {
  ann = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})

const set = (values: object) =>
  service.store.db.updateTable('scans').set(values).where('organization_id', '=', ann.organizationId).execute()
const scansOf = async () => (await listScans(service.store, ann.organizationId, { page: 1, limit: 100 })).total
const filesIn = async (folder: string) => (await readdir(join(service.dataDir, folder)).catch(() => [])).length
const act = (id: unknown, word: string) =>
  send(`${service.url}/api/scans/${String(id)}/${word}`, 'POST', undefined, ann.key)

describe('an organization at its limit of active scans', () => {
  const git = () =>
    send(
      `${service.url}/api/scans`,
      'POST',
      { repoUrl: 'https://git.example/shop.git', scanType: 'SECRETS_ONLY' },
      ann.key,
    )

  test('is refused another scan from any source, and no data remains', async () => {
    await upload(service, ann, { a: 'x' })
    await upload(service, ann, { a: 'x' })
    const before = await filesIn(SOURCES)
    const refused = [await upload(service, ann, { a: 'x' }, { projectName: 'never' }), await git()]
    for (const { status, body, headers } of refused) {
      expect([status, body['error'], body['detail']]).toEqual([
        429,
        'quota_exceeded',
        'This organization has 2 queued, running or paused scans; the limit is 2. Wait for a scan to end, or stop one.',
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const { body } = await send(`${service.url}/api/projects`, 'GET', undefined, ann.key)
    expect(body['projects']).toHaveLength(2)
    expect([await scansOf(), await filesIn(SOURCES), await filesIn(UPLOADS)]).toEqual([2, before, 0])
    // Others have room of their own.
    const bob = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
    expect((await upload(service, bob, { a: 'x' })).status).toBe(201)
  })

  test('cannot exceed the limit by concurrent requests or by stop and resume', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => upload(service, ann, { a: 'x' })))
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 429, 429, 429, 429,
    ])
    const [one, other] = sent.flatMap(({ body }) => body['scanId'] ?? [])
    await act(one, 'stop')
    expect((await upload(service, ann, { a: 'x' })).status).toBe(201)
    expect((await act(one, 'resume')).status).toBe(429)
    await act(other, 'stop')
    expect((await act(one, 'resume')).status).toBe(200)
  })

  test('finds the skipped scheduled scan in the audit log, and the schedule continues', async () => {
    const { body } = await send(
      `${service.url}/api/projects`,
      'POST',
      { name: 'shop', repoUrl: 'https://git.example/shop.git' },
      ann.session,
    )
    const schedule = { enabled: true, frequency: 'DAILY', scanType: 'SECRETS_ONLY' }
    await send(`${service.url}/api/projects/${String(body['id'])}/schedule`, 'PUT', schedule, ann.session)
    await upload(service, ann, { a: 'x' })
    await upload(service, ann, { a: 'x' })
    const { store } = service
    const audit = createAuditLog(store, { instanceId: 'test' })
    const later = Date.now() + 2 * 86_400_000
    const capacity = { active_max: 2, stored_bytes_max: 1_000_000 }
    const ports = { store, audit, room: capacity, clock: { now: () => later }, wake: () => undefined }
    expect(await runDueSchedules(ports)).toBe(1)
    expect([await scansOf(), await runDueSchedules(ports)]).toEqual([2, 0])
    const log = await send(`${service.url}/api/audit-log?action=scan.refused`, 'GET', undefined, ann.session)
    expect(log.body['entries']).toMatchObject([{ details: { why: expect.stringMatching(/^This organization has 2/) } }])
    await audit.close()
  })
})

describe('an organization at its storage limit', () => {
  test('is refused an upload over the limit, and no data remains', async () => {
    expect((await upload(service, ann, FILES)).status).toBe(201)
    const before = await filesIn(SOURCES)
    const { status, body } = await upload(service, ann, FILES, { projectName: 'never' })
    expect([status, body['error'], body['detail']]).toEqual([
      413,
      'body_too_large',
      'Uploads and results of this organization use 0.6 MB, and this upload 0.6 MB more; the limit is 1.0 MB. Delete scans that you no longer need.',
    ])
    expect([await scansOf(), await filesIn(SOURCES), await filesIn(UPLOADS)]).toEqual([1, before, 0])
    expect((await upload(service, ann, { a: 'small' })).status).toBe(201)
  })

  test('may rescan an existing upload at no cost and frees storage by deleting', async () => {
    const { body } = await upload(service, ann, FILES)
    await set({ status: 'COMPLETED', settled: true })
    const answer = await act(body['scanId'], 'rescan')
    expect(answer.status).toBe(201)
    const scanUsage = await readScanUsage(service.store.db, ann.organizationId)
    expect([scanUsage.active, Math.round(scanUsage.stored_bytes / 100_000)]).toEqual([1, 6])
    await set({ status: 'COMPLETED', settled: true, result_bytes: 400_000 })
    expect((await act(body['scanId'], 'rescan')).body).toMatchObject({
      error: 'quota_exceeded',
      detail: expect.stringMatching(/^Uploads and results of this organization use 1\.4 MB; the limit is 1\.0 MB/),
    })
    for (const id of [body['scanId'], answer.body['scanId']]) {
      await send(`${service.url}/api/scans/${String(id)}`, 'DELETE', undefined, ann.session)
    }
    expect(await readScanUsage(service.store.db, ann.organizationId)).toEqual({ active: 0, stored_bytes: 0 })
    expect((await upload(service, ann, FILES)).status).toBe(201)
  })
})

test('results count when a scan ends and stop counting when it is cancelled', async () => {
  const worked = await serve({ worker: {}, scanners: markerRegistry() })
  const eve = await makePerson(worked.store, await makeOrganization(worked.store), 'SECURITY')
  const answer = await upload(worked, eve, { a: 'BAD HIGH x' })
  await until(worked, eve, answer.body['scanId'], isOver)
  const { stored_bytes } = await readScanUsage(worked.store.db, eve.organizationId)
  const { rows } = await worked.store.withConnection((client) =>
    client.query<{ bytes: string }>(
      `SELECT (SELECT sum(octet_length(content)) FROM scan_artifacts) + (SELECT sum(octet_length(details::text)) FROM findings) AS bytes`,
    ),
  )
  expect(stored_bytes).toBeGreaterThan(Number(rows[0]!.bytes))
  await worked.close()
})
