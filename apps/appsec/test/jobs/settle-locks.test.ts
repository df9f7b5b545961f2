import { setTimeout as wait } from 'node:timers/promises'
import { type Settlement, settleScan } from '@gatehouse/store/findings'
import { deleteScan, findScan, moveScan, type ScanRow } from '@gatehouse/store/scans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markerRegistry } from '../marker-scanner.ts'
import { until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

const WORKER = '0198c0de-0000-7000-8000-000000000001'
const NOTHING_FOUND: Settlement = {
  findings: [],
  status: 'COMPLETED',
  gateResult: 'PASSED',
  gateReasons: [],
  errorMessage: null,
  isWhole: true,
  advisories: null,
}

let service: Served
let ann: Person
beforeAll(async () => {
  const onShard = (path: string, signal: AbortSignal) =>
    path === 'slow.txt'
      ? new Promise<void>((_go, end) => signal.addEventListener('abort', () => end(signal.reason), { once: true }))
      : Promise.resolve()
  service = await serve({ worker: { hold_ms: 20, lanes: 1 }, scanners: markerRegistry({ onShard }) })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
})
afterAll(() => service.close())

/** Creates a scan that was stopped with findings, and that a worker now finishes again. */
async function settledBefore(projectName: string, status: 'RUNNING' | 'STOPPED'): Promise<ScanRow> {
  const { body } = await upload(service, ann, { 'a.txt': 'BAD HIGH same', 'slow.txt': 'x' }, { projectName })
  const id = String(body['scanId'])
  await until(service, ann, id, ({ scannerProgress }) => {
    const progress = (scannerProgress as Record<string, { filesCompleted: number }>)['SECRETS_PATTERN']
    return progress?.filesCompleted === 1
  })
  await send(`${service.url}/api/scans/${id}/stop`, 'POST', {}, ann.session)
  await until(service, ann, id, ({ artifacts }) => (artifacts as unknown[]).length > 0)
  await service.store.withConnection((client) =>
    client.query(
      `UPDATE scans SET status = $2, worker = $3, settled = false, lease_until = now() + interval '1 hour'
        WHERE id = $1`,
      [id, status, WORKER],
    ),
  )
  return (await findScan(service.store, id))!
}

/** Waits until a number of transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  await service.store.withConnection(async (client) => {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      if (rows[0]!.count >= count) return
      await wait(10)
    }
  })
}

test.each([
  ['cancelled', 'RUNNING', 'COMPLETED', { isMoved: false, status: 'COMPLETED' }],
  ['deleted', 'STOPPED', 'STOPPED', undefined],
] as const)('a scan that is %s during a repeated merge causes no deadlock', async (done, status, end, answer) => {
  const { store } = service
  const scan = await settledBefore(done, status)
  let settled: Promise<unknown> = Promise.resolve()
  let moved: Promise<unknown> = Promise.resolve()
  await store.withConnection(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM finding_counts WHERE scan_id = $1 FOR UPDATE', [scan.id])
    settled = settleScan(store, scan, WORKER, async () => ({ ...NOTHING_FOUND, status: end }))
    settled.catch(() => undefined)
    await waiting(1)
    moved =
      done === 'deleted'
        ? deleteScan(store, ann.organizationId, scan.id)
        : moveScan(store, ann.organizationId, scan.id, 'cancel')
    moved.catch(() => undefined)
    await waiting(2)
    await client.query('COMMIT')
  })
  expect(await Promise.all([settled, moved])).toEqual([true, answer])
})

test('a stopped scan whose merge crashes workers is retried a limited number of times and resumes', async () => {
  const { id } = await settledBefore('deadly', 'STOPPED')
  await service.store.withConnection((client) =>
    client.query('UPDATE scans SET worker = NULL, lease_until = NULL, attempts = 2 WHERE id = $1', [id]),
  )
  const left = await until(service, ann, id, ({ errorMessage }) => errorMessage !== null)
  expect([left['status'], left['errorMessage']]).toEqual(['STOPPED', '2 workers stopped while merging the findings.'])
  const { status } = await send(`${service.url}/api/scans/${id}/resume`, 'POST', {}, ann.session)
  expect(status).toBe(200)
  await until(service, ann, id, (scan) => scan['status'] === 'RUNNING')
})
