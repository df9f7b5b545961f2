import { setTimeout as wait } from 'node:timers/promises'
import { triage } from '@gatehouse/store/findings'
import { moveScan } from '@gatehouse/store/scans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

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

/** Creates a scan that was stopped with findings. */
async function stopped(project: Readonly<Record<string, string>>): Promise<{ id: string; projectId: string }> {
  const { body } = await upload(service, ann, { 'a.txt': 'BAD HIGH same', 'slow.txt': 'x' }, project)
  const id = String(body['scanId'])
  await until(service, ann, id, ({ scannerProgress }) => {
    const progress = (scannerProgress as Record<string, { filesCompleted: number }>)['SECRETS_PATTERN']
    return progress?.filesCompleted === 1
  })
  await send(`${service.url}/api/scans/${id}/stop`, 'POST', {}, ann.session)
  await until(service, ann, id, ({ artifacts }) => (artifacts as unknown[]).length > 0)
  return { id, projectId: String(body['projectId']) }
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
  ['older', 0],
  ['newer', 1],
])('cancelling a scan during triage of its findings causes no deadlock: the %s', async (name, at) => {
  const { store } = service
  const { id, projectId } = await stopped({ projectName: name })
  const ids = [id, (await stopped({ projectId })).id].toSorted()
  const [first, second] = [ids[1 - at]!, ids[at]!]
  const { findings } = await findingsOf(service, ann, first, '?severity=HIGH')
  let judged: Promise<unknown> = Promise.resolve()
  let cancelled: Promise<unknown> = Promise.resolve()
  await store.withConnection(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM scans WHERE id = $1 FOR UPDATE', [first])
    judged = triage(store, ann.organizationId, [findings[0]!.id], 'ACCEPTED_RISK', undefined)
    judged.catch(() => undefined)
    await waiting(1)
    cancelled = moveScan(store, ann.organizationId, second, 'cancel')
    cancelled.catch(() => undefined)
    // The cancellation either completed, or waits for the triage.
    await Promise.race([cancelled, waiting(2)])
    await client.query('COMMIT')
  })
  expect(await Promise.all([judged, cancelled])).toEqual([1, { isMoved: true, status: 'CANCELLED' }])
})
