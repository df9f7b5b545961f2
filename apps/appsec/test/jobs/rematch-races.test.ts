import { uuidv7 } from '@gatehouse/kernel'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rematch, type RematchPorts } from '../../src/jobs/rematch.ts'
import { isOver, scanned, until } from '../scans.ts'
import { advisory, know, MINIMIST, NPM } from './known.ts'
import { type Ground, openGround, titles } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

test('concurrent processes create one rescan per branch, and older advisories create none', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY', branch: 'main' })
  const fields = { scanType: 'SCA_ONLY', projectId: String(first['projectId']) }
  await scanned(ground.served, ann, NPM, { ...fields, branch: 'main' })
  await scanned(ground.served, ann, NPM, { ...fields, branch: 'topic' })
  // One process keeps its earlier advisories.
  const old = await ground.portsOfProcess()
  const openAdvisories = await old.advisories.of(ann.organizationId)
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-2', 'npm', 'mkdirp', '0.5.2')])
  const processes = await Promise.all(Array.from({ length: 4 }, () => ground.portsOfProcess()))
  const done = await Promise.all(processes.map((ports) => rematch(ports)))
  const scans = await ground.scansOf(ann, first['projectId'])
  const created = scans.filter(({ triggeredBy }) => triggeredBy === 'advisories')
  expect(created.map(({ branch }) => String(branch)).toSorted()).toEqual(['main', 'topic'])
  expect(done.flatMap(({ queued }) => queued)).toEqual(expect.arrayContaining(created.map(({ id }) => id)))
  for (const { id } of created) {
    const scan = await until(ground.served, ann, id, isOver)
    expect(titles(await ground.found(ann, scan)).toSorted()).toEqual([
      'GHSA-made-otherone-2 new',
      'GHSA-vh95-rmgr-6w4m',
    ])
  }
  const stays = { ...old.advisories, of: () => Promise.resolve({ ...openAdvisories, release: () => undefined }) }
  expect((await rematch({ ...old, advisories: stays })).queued).toEqual([])
  openAdvisories.release()
})

test('a crashed process leaves its packages to the next, and no scan is created twice', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-3', 'npm', 'mkdirp', '0.5.2')])
  const [dying, next] = await Promise.all([ground.portsOfProcess(), ground.portsOfProcess()])
  const request = Promise.withResolvers<void>()
  const dead = Promise.withResolvers<never>()
  const hangs: RematchPorts['advisories'] = {
    ...dying.advisories,
    async of(organizationId) {
      const open = await dying.advisories.of(organizationId)
      if (organizationId !== ann.organizationId) return open
      const match = () => {
        request.resolve()
        return dead.promise
      }
      return { ...open, port: { ...open.port!, match } }
    },
  }
  const tried = rematch({ ...dying, advisories: hangs })
  await request.promise
  // Other processes skip claimed scans, and no database lock is held meanwhile.
  await rematch(next)
  await vi.waitFor(
    async () => {
      const { rows } = await ground.served.store.withConnection((client) =>
        client.query(
          `SELECT query FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        ),
      )
      expect(rows).toEqual([])
    },
    { timeout: patient_ms(5_000) },
  )
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(1)
  dead.reject(new Error('the process was killed'))
  await tried
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(1)
  await rematch(next)
  await rematch(next)
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(2)
  await ground.rematched(ann, first['projectId'])
})

test('packages of a branch with an active scan are left to that scan', async () => {
  const { dataDir, served } = ground
  const ann = await ground.someone()
  await know(dataDir, [MINIMIST])
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  const fields = { scanType: 'SCA_ONLY', projectId: String(first['projectId']) }
  const second = await scanned(served, ann, NPM, fields)
  const { db } = served.store
  const set = (values: object) => db.updateTable('scans').set(values).where('id', '=', String(second['id'])).execute()
  // Another worker has it, and is not done yet.
  await set({ status: 'RUNNING', worker: uuidv7(), lease_until: new Date(Date.now() + 3_600_000) })
  await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-4', 'npm', 'mkdirp', '0.5.2')])
  const ports = await ground.portsOfProcess()
  await rematch(ports)
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(2)
  await set({ status: 'COMPLETED', worker: null, lease_until: null })
  await rematch(ports)
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(3)
  await ground.rematched(ann, first['projectId'])
})

test('an expired lease passes to another process, and late results are rejected', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-5', 'npm', 'mkdirp', '0.5.2')])
  const { db } = ground.served.store
  const hold = (time: Date) =>
    db
      .updateTable('scan_inventories')
      .set({ matching_by: uuidv7(), matching_until: time })
      .where('scan_id', '=', String(first['id']))
      .execute()
  const [ports, slow] = await Promise.all([ground.portsOfProcess(), ground.portsOfProcess()])
  await hold(new Date(Date.now() + 60_000))
  await rematch(ports)
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(1)
  await hold(new Date(Date.now() - 1))
  // The slow process takes it over, and its lease expires during its requests.
  const late: RematchPorts['advisories'] = {
    ...slow.advisories,
    async of(organizationId) {
      const open = await slow.advisories.of(organizationId)
      if (organizationId !== ann.organizationId) return open
      const match: NonNullable<typeof open.port>['match'] = async (...requests) => {
        await hold(new Date(Date.now() - 1))
        await rematch(ports)
        return open.port!.match(...requests)
      }
      return { ...open, port: { ...open.port!, match } }
    },
  }
  await rematch({ ...slow, advisories: late })
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(2)
  await ground.rematched(ann, first['projectId'])
})
