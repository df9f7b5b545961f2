import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isoTime, uuidv7 } from '@gatehouse/kernel'
import { findProject, insertProject, putSchedule } from '@gatehouse/store/projects'
import { listScans } from '@gatehouse/store/scans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueSchedules } from '../../src/jobs/schedule-runner.ts'
import { removeLostWorkspaces } from '../../src/jobs/workspaces.ts'
import { dropLostSources, dropOldSources } from '../../src/scans/retention.ts'
import { sourcePath, UPLOADS } from '../../src/scans/source-files.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let served: Served
let ann: Person
beforeAll(async () => {
  served = await serve({ worker: { idle_ms: 30 }, scanners: markerRegistry() })
  ann = await makePerson(served.store, await makeOrganization(served.store), 'ADMIN')
})
afterAll(() => served.close())

const ROOM = { active_max: 1_000, stored_bytes_max: 1e12 }
const NOON = Date.parse('2026-03-02T12:00:00.000Z')

async function scheduled(fields: { repoUrl?: string }, nextRunAt: Date): Promise<string> {
  const { organizationId } = ann
  const { id } = await insertProject(served.store, organizationId, { name: 'scheduled', ...fields })
  await putSchedule(served.store, organizationId, id, {
    enabled: true,
    frequency: 'DAILY',
    cronExpr: '0 2 * * *',
    timezone: 'Europe/Vienna',
    scanType: 'SECRETS_ONLY',
    branch: null,
    nextRunAt,
  })
  return id
}

test('a due schedule queues one scan despite missed runs and concurrent runners', async () => {
  const { store } = served
  const due = await scheduled({ repoUrl: 'https://git.invalid/shop' }, new Date(NOON - 9 * 86_400_000))
  const later = await scheduled({ repoUrl: 'https://git.invalid/later' }, new Date(NOON + 1))
  const bare = await scheduled({}, new Date(NOON - 1))
  const noted: string[] = []
  const ports = {
    store,
    audit: {
      append: ({ action }: { action: string }) => {
        noted.push(action)
        return Promise.resolve({ id: 1n, hash: Buffer.alloc(0) } as never)
      },
    } as never,
    clock: { now: () => NOON },
    room: ROOM,
    wake: () => undefined,
  }
  const runs = await Promise.all([runDueSchedules(ports), runDueSchedules(ports)])
  expect(runs[0] + runs[1]).toBe(2)
  expect(noted).toEqual(['scan.queued'])
  const of = async (projectId: string) =>
    (await listScans(store, ann.organizationId, { page: 1, limit: 9, projectId })).scans
  expect(await of(due)).toEqual([
    expect.objectContaining({
      scanType: 'SECRETS_ONLY',
      branch: 'main',
      sourceType: 'GIT_CLONE',
      triggeredBy: 'schedule',
    }),
  ])
  expect([await of(later), await of(bare)]).toEqual([[], []])
  const schedule = (await findProject(store, due))?.schedule
  expect(schedule && [isoTime(schedule.nextRunAt!.getTime()), isoTime(schedule.lastRunAt!.getTime())]).toEqual([
    '2026-03-03T01:00:00.000Z',
    isoTime(NOON),
  ])
  // A project without a repository is retried tomorrow, and has no run.
  const none = (await findProject(store, bare))?.schedule
  expect([none?.lastRunAt, none?.nextRunAt]).toEqual([null, schedule?.nextRunAt])
})

test('a schedule of a Subversion repository queues a Subversion scan', async () => {
  const { store } = served
  const projectId = await scheduled({ repoUrl: 'svn://svn.invalid/shop' }, new Date(NOON - 1))
  const audit = { append: () => Promise.resolve({ id: 1n, hash: Buffer.alloc(0) } as never) } as never
  expect(await runDueSchedules({ store, audit, room: ROOM, clock: { now: () => NOON }, wake: () => undefined })).toBe(1)
  const { scans } = await listScans(store, ann.organizationId, { page: 1, limit: 9, projectId })
  expect(scans).toMatchObject([{ sourceType: 'SVN_CHECKOUT', source: { kind: 'svn', url: 'svn://svn.invalid/shop' } }])
})

test('an upload is deleted after its last scan expires and can no longer be rescanned', async () => {
  const { store, dataDir, url } = served
  const scan = await scanned(served, ann, { a: 'BAD LOW x' })
  const id = String(scan['id'])
  const { sourceFile } = (await listScans(store, ann.organizationId, { page: 1, limit: 1 })).scans[0]!
  const path = sourcePath(dataDir, sourceFile!)
  expect([existsSync(path), await dropOldSources({ store, dataDir }, new Date())]).toEqual([true, 0])
  const long = new Date(Date.now() - 31 * 86_400_000)
  const age = (scanId: string) =>
    store.db
      .updateTable('scans')
      .set({ created_at: long, status: 'COMPLETED', settled: true })
      .where('id', '=', scanId)
      .execute()
  await age(id)
  const again = await send(`${url}/api/scans/${id}/rescan`, 'POST', undefined, ann.key)
  // The newer scan of the same source keeps it.
  expect(await dropOldSources({ store, dataDir }, new Date())).toBe(0)
  await age(String(again.body['scanId']))
  expect([await dropOldSources({ store, dataDir }, new Date()), existsSync(path)]).toEqual([1, false])
  const gone = await send(`${url}/api/scans/${id}/rescan`, 'POST', undefined, ann.key)
  expect([gone.status, gone.body['detail']]).toEqual([409, expect.stringContaining('Upload it again')])
})

test('the workspace of a killed worker is deleted after an hour; active workspaces stay', async () => {
  const parent = join(served.dataDir, 'lost')
  for (const name of ['dead', 'alive']) await mkdir(join(parent, name, 'scan'), { recursive: true })
  const now = Date.now()
  await utimes(join(parent, 'dead'), new Date(now - 61 * 60_000), new Date(now - 61 * 60_000))
  await removeLostWorkspaces(parent, now)
  expect(await readdir(parent)).toEqual(['alive'])
})

test('the password of a source is deleted after its scan expires', async () => {
  const { store, dataDir } = served
  const id = String((await scanned(served, ann, { a: 'x' }))['id'])
  const isThere = async () => {
    const row = await store.db.selectFrom('scans').select('source_secret').where('id', '=', id).executeTakeFirst()
    return row?.source_secret !== null
  }
  const set = (created_at: Date) =>
    store.db
      .updateTable('scans')
      .set({ source_secret: Buffer.from('sealed'), created_at })
      .where('id', '=', id)
      .execute()
  await set(new Date())
  await dropOldSources({ store, dataDir }, new Date())
  expect(await isThere()).toBe(true)
  await set(new Date(Date.now() - 31 * 86_400_000))
  await dropOldSources({ store, dataDir }, new Date())
  expect(await isThere()).toBe(false)
})

test('uploads that a killed process has left are removed, and no others', async () => {
  const { store, dataDir } = served
  const scan = await scanned(served, ann, { a: 'x' })
  const { source_file } = await store.db
    .selectFrom('scans')
    .select('source_file')
    .where('id', '=', String(scan['id']))
    .executeTakeFirstOrThrow()
  const uploads = join(dataDir, UPLOADS)
  await mkdir(uploads, { recursive: true })
  const [lost, young, arriving] = [sourcePath(dataDir, uuidv7()), sourcePath(dataDir, uuidv7()), join(uploads, 'part')]
  const hoursAgo = new Date(Date.now() - 3 * 3_600_000)
  for (const path of [lost, young, arriving]) await writeFile(path, 'x')
  for (const path of [lost, arriving, sourcePath(dataDir, source_file!)]) await utimes(path, hoursAgo, hoursAgo)
  expect(await dropLostSources({ store, dataDir }, uploads, Date.now())).toBe(2)
  expect([lost, arriving, young, sourcePath(dataDir, source_file!)].map((path) => existsSync(path))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
