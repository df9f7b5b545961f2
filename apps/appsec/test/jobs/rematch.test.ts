import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@gatehouse/http'
import { createEgress, createKeyRing, type Egress, NOTHING_ALLOWED, systemClock, uuidv7 } from '@gatehouse/kernel'
import { createAuditLog, openStore, queryAudit } from '@gatehouse/store'
import type { Finding } from '@gatehouse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdvisories } from '../../src/advisories/advisories.ts'
import { chainOf } from '../../src/audited.ts'
import { rematch, type RematchPorts, startRematcher } from '../../src/jobs/rematch.ts'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { startScanWorker } from '../../src/jobs/worker.ts'
import { isOver, scanned, until } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { advisory, know, MARKUPSAFE, MINIMIST, NPM, PYTHON } from './known.ts'

type Body = Answer['body']

let dataDir: string
let served: Served
const ended: (() => Promise<void>)[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-rematch-'))
  await know(dataDir, [MINIMIST])
  served = await serve({ dataDir })
  const ports = await portsOfProcess()
  const keys = createKeyRing([randomBytes(32)])
  const scanners = createScannerRegistry()
  const worker = startScanWorker({ ...ports, keys, dataDir, scanners, version: '0.0.0' }, { idle_ms: 30 })
  ended.unshift(() => worker.close())
})
afterAll(async () => {
  for (const end of ended) await end()
  await served.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const logger = createLogger({ service: 'appsec', stream: { write: () => undefined } })

/** What another process would have. */
async function portsOfProcess(): Promise<RematchPorts & { readonly egress: Egress }> {
  const store = await openStore({ url: served.database.url, poolMax: 3 })
  const audit = createAuditLog(store, { instanceId: uuidv7() })
  const egress = createEgress({ allow: NOTHING_ALLOWED, localMode: false })
  let now = Date.now()
  // It looks for new ones each time, and not every two seconds.
  const hasty = { now: () => (now += 60_000) }
  const advisories = createAdvisories({ dataDir, store, egress, clock: hasty, logger })
  ended.push(async () => {
    await advisories.close()
    await egress.close()
    await audit.close()
    await store.close()
  })
  return { store, audit, egress, advisories, clock: systemClock, logger, wake: () => undefined }
}

const FILES = { ...NPM, ...PYTHON, 'index.js': "import 'mkdirp'\n" }

async function someone(): Promise<Person> {
  return makePerson(served.store, await makeOrganization(served.store), 'ADMIN')
}

async function scansOf(ann: Person, projectId: unknown): Promise<Body[]> {
  const path = `/api/scans?projectId=${String(projectId)}&limit=100`
  return (await send(`${served.url}${path}`, 'GET', undefined, ann.key)).body['scans'] as Body[]
}

/** The scan that new advisories have made, once it is over. */
async function rematched(ann: Person, projectId: unknown): Promise<Body> {
  const [newest] = await scansOf(ann, projectId)
  expect(newest).toMatchObject({ triggeredBy: 'advisories' })
  return until(served, ann, newest!['id'], isOver)
}

async function found(ann: Person, scan: Body, query = '?scanner=SCA'): Promise<Finding[]> {
  const path = `/api/scans/${String(scan['id'])}/findings${query}`
  return (await send(`${served.url}${path}`, 'GET', undefined, ann.key)).body['findings'] as Finding[]
}

const titles = (all: readonly Finding[]) => all.map(({ ruleId, isNew }) => `${ruleId}${isNew ? ' new' : ''}`)

test('new advisories make a scan of the packages that were stored, which fails the gate for what is new', async () => {
  const ann = await someone()
  const ports = await portsOfProcess()
  const first = await scanned(served, ann, { ...FILES, secret: 'x' }, { scanType: 'FULL', branch: 'main' })
  const { projectId } = first
  const gate = { maxCritical: -1, maxHigh: -1, maxMedium: -1, failOnNew: true }
  await send(`${served.url}/api/settings/build-gates?projectId=${String(projectId)}`, 'PUT', gate, ann.session)
  const [known] = await found(ann, first, '?search=minimist')
  await send(`${served.url}/api/findings/${known!.id}`, 'PATCH', { status: 'ACCEPTED_RISK' }, ann.key)
  // The same advisories say the same: nothing happens.
  expect((await rematch(ports)).queued).toEqual([])

  const other = advisory('GHSA-made-otherone-1', 'npm', 'mkdirp', '0.5.2')
  // Python packages are known of, too.
  const python = advisory('GHSA-made-ofpython-1', 'PyPI', 'not-there', '1.0.0')
  const snapshot = await know(dataDir, [MINIMIST, MARKUPSAFE, other, python])
  expect((await rematch(ports)).queued).toHaveLength(1)
  const scan = await rematched(ann, projectId)
  expect(scan).toMatchObject({
    status: 'COMPLETED',
    scanType: 'SCA_ONLY',
    sourceType: 'UPLOAD',
    sourceRef: first['sourceRef'],
    branch: 'main',
    advisories: snapshot,
    depsScanned: first['depsScanned'],
    filesScanned: 0,
    gateResult: 'FAILED',
    gateReasons: ['2 findings are new since the scan compared with; none may be.'],
    criticalCount: 2,
  })
  expect(Object.keys(scan['scannerProgress'] as object)).toEqual(['SCA'])
  const now = await found(ann, scan, '?scanner=SCA&sort=title')
  expect(titles(now).toSorted()).toEqual(['GHSA-made-otherone-1 new', 'GHSA-made-upup-upup new', 'GHSA-vh95-rmgr-6w4m'])
  // What people said, and what was seen of the code, stays.
  expect(now.find(({ ruleId }) => ruleId === MINIMIST.id)).toMatchObject({
    status: 'ACCEPTED_RISK',
    fingerprint: known!.fingerprint,
    metadata: { reachable: true, importedAt: { path: 'index.js', line: 1 } },
  })
  // History stays as it was.
  expect((await scansOf(ann, projectId)).map(({ id }) => id)).toEqual([scan['id'], first['id']])
  expect(titles(await found(ann, first, '?severity=CRITICAL'))).toEqual(['GHSA-vh95-rmgr-6w4m'])
  const { entries } = await queryAudit(served.store, { tenantId: chainOf(ann.organizationId), limit: 200 })
  const events = entries.filter(({ details }) => details['resourceId'] === scan['id']).map(({ action }) => action)
  expect(events.toSorted()).toEqual(['scan.completed', 'scan.queued'])
  // Looked up again it is not.
  expect((await rematch(ports)).queued).toEqual([])

  // A whole scan afterwards is compared with both: nothing of the packages is new, and no secret was forgotten.
  const whole = await scanned(
    served,
    ann,
    { ...FILES, secret: 'x' },
    { scanType: 'FULL', branch: 'main', projectId: String(projectId) },
  )
  expect([whole['gateResult'], (await found(ann, whole)).filter(({ isNew }) => isNew)]).toEqual(['PASSED', []])
  const ide = await send(`${served.url}/api/ide/findings?projectId=${String(projectId)}`, 'GET', undefined, ann.key)
  expect(ide.body['scan']).toMatchObject({ id: whole['id'] })

  // An advisory that was taken back makes one, too, and its findings are gone.
  await know(dataDir, [
    MINIMIST,
    { ...MARKUPSAFE, withdrawn: '2026-01-05T00:00:00Z', modified: '2026-01-05T00:00:00Z' },
    other,
    python,
  ])
  expect((await rematch(ports)).queued).toHaveLength(1)
  const less = await rematched(ann, projectId)
  expect([less['gateResult'], titles(await found(ann, less)).toSorted()]).toEqual([
    'PASSED',
    ['GHSA-made-otherone-1', 'GHSA-vh95-rmgr-6w4m'],
  ])

  // It can be made again, from the packages it has, also when the scan before is deleted.
  await send(`${served.url}/api/scans/${String(whole['id'])}`, 'DELETE', undefined, ann.session)
  const again = await send(`${served.url}/api/scans/${String(less['id'])}/rescan`, 'POST', undefined, ann.key)
  expect(again.status).toBe(201)
  const repeated = await until(served, ann, again.body['scanId'], isOver)
  expect(repeated).toMatchObject({ status: 'COMPLETED', triggeredBy: ann.email, depsScanned: first['depsScanned'] })
  expect(titles(await found(ann, repeated)).toSorted()).toEqual(['GHSA-made-otherone-1', 'GHSA-vh95-rmgr-6w4m'])
})

test('advisories that say nothing else make no scan, those that call it exploited do', async () => {
  const ann = await someone()
  await know(dataDir, [MINIMIST])
  const ports = await portsOfProcess()
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  await know(dataDir, [MINIMIST, advisory('GHSA-made-nothing-1', 'npm', 'not-there', '9.0.0')])
  await rematch(ports)
  expect(await scansOf(ann, first['projectId'])).toHaveLength(1)
  const kevPath = join(dataDir, 'kev.json')
  const entry = {
    cveID: 'CVE-2020-7598',
    dateAdded: '2026-01-02',
    dueDate: '2026-02-02',
    knownRansomwareCampaignUse: 'Unknown',
  }
  writeFileSync(kevPath, JSON.stringify({ vulnerabilities: [entry] }))
  await know(dataDir, [MINIMIST], { kevPath })
  await rematch(ports)
  expect((await found(ann, await rematched(ann, first['projectId']))).map(({ metadata }) => metadata['kev'])).toEqual([
    true,
  ])
  writeFileSync(kevPath, JSON.stringify({ vulnerabilities: [] }))
  await know(dataDir, [MINIMIST], { kevPath })
})

test('packages that were looked up in nothing are looked up when there is something, though it finds nothing', async () => {
  const ann = await someone()
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  // As if nothing had been imported then.
  const { db } = served.store
  const id = String(first['id'])
  await db.updateTable('scans').set({ advisories: null }).where('id', '=', id).execute()
  await db.updateTable('scan_inventories').set({ matched_with: null }).where('scan_id', '=', id).execute()
  await rematch(await portsOfProcess())
  expect(await rematched(ann, first['projectId'])).toMatchObject({
    status: 'COMPLETED',
    advisories: expect.any(String),
  })
})

test('of many processes at once one makes the scan, of each branch the last one, and older advisories make none', async () => {
  const ann = await someone()
  await know(dataDir, [MINIMIST])
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY', branch: 'main' })
  const fields = { scanType: 'SCA_ONLY', projectId: String(first['projectId']) }
  await scanned(served, ann, NPM, { ...fields, branch: 'main' })
  await scanned(served, ann, NPM, { ...fields, branch: 'topic' })
  // One process stays with the advisories that it had.
  const old = await portsOfProcess()
  const kept = await old.advisories.of(ann.organizationId)
  await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-2', 'npm', 'mkdirp', '0.5.2')])
  const processes = await Promise.all(Array.from({ length: 4 }, () => portsOfProcess()))
  const done = await Promise.all(processes.map((ports) => rematch(ports)))
  const scans = await scansOf(ann, first['projectId'])
  const made = scans.filter(({ triggeredBy }) => triggeredBy === 'advisories')
  expect(made.map(({ branch }) => String(branch)).toSorted()).toEqual(['main', 'topic'])
  expect(done.flatMap(({ queued }) => queued)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
  for (const { id } of made) {
    const scan = await until(served, ann, id, isOver)
    expect(titles(await found(ann, scan)).toSorted()).toEqual(['GHSA-made-otherone-2 new', 'GHSA-vh95-rmgr-6w4m'])
  }
  const stays = { ...old.advisories, of: () => Promise.resolve({ ...kept, release: () => undefined }) }
  expect((await rematch({ ...old, advisories: stays })).queued).toEqual([])
  kept.release()
})

test('a process that dies while it looks packages up leaves them to the next, and none is made twice', async () => {
  const ann = await someone()
  await know(dataDir, [MINIMIST])
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-3', 'npm', 'mkdirp', '0.5.2')])
  const [dying, next] = await Promise.all([portsOfProcess(), portsOfProcess()])
  const asked = Promise.withResolvers<void>()
  const dead = Promise.withResolvers<never>()
  const hangs: RematchPorts['advisories'] = {
    ...dying.advisories,
    async of(organizationId) {
      const open = await dying.advisories.of(organizationId)
      if (organizationId !== ann.organizationId) return open
      const match = () => {
        asked.resolve()
        return dead.promise
      }
      return { ...open, port: { ...open.port!, match } }
    },
  }
  const tried = rematch({ ...dying, advisories: hangs })
  await asked.promise
  // Whoever else looks leaves what is held alone.
  await rematch(next)
  expect(await scansOf(ann, first['projectId'])).toHaveLength(1)
  dead.reject(new Error('the process was killed'))
  await tried
  expect(await scansOf(ann, first['projectId'])).toHaveLength(1)
  await rematch(next)
  await rematch(next)
  expect(await scansOf(ann, first['projectId'])).toHaveLength(2)
  await rematched(ann, first['projectId'])
})

test('the service hears of new advisories by itself', async () => {
  const ann = await someone()
  await know(dataDir, [MINIMIST])
  const ports = await portsOfProcess()
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  let tell = (): void => undefined
  const advisories = {
    of: ports.advisories.of,
    onNewSnapshot: (listener: (one: { id: string }) => void) => {
      tell = () => listener({ id: 'new' })
      return () => undefined
    },
  }
  const rematcher = startRematcher({ ...ports, advisories })
  ended.unshift(() => rematcher.close())
  await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-5', 'npm', 'mkdirp', '0.5.2')])
  tell()
  const until_ms = performance.now() + 10_000
  while ((await scansOf(ann, first['projectId'])).length < 2 && performance.now() < until_ms) await wait(50)
  expect(await rematched(ann, first['projectId'])).toMatchObject({ criticalCount: 2 })
})

test('a service that is asked for advisories is asked once a day, and what it does not answer is asked again', async () => {
  const ann = await someone()
  await know(dataDir, [MINIMIST])
  const ports = await portsOfProcess()
  const first = await scanned(served, ann, NPM, { scanType: 'SCA_ONLY' })
  // Looked up in a service before.
  const { db } = served.store
  await db
    .updateTable('scan_inventories')
    .set({ matched_with: null })
    .where('scan_id', '=', String(first['id']))
    .execute()
  const asked: string[] = []
  let isAway = true
  const advisories: RematchPorts['advisories'] = {
    ...ports.advisories,
    async of(organizationId) {
      if (organizationId !== ann.organizationId) return { release: () => undefined }
      const { port, release } = await ports.advisories.of(organizationId)
      const { manifest: _manifest, ...service } = port!
      const prepare = () => {
        asked.push(organizationId)
        return Promise.resolve(isAway ? ['The service did not answer.'] : [])
      }
      return { port: { ...service, prepare }, snapshot: 'online', release }
    },
  }
  await rematch({ ...ports, advisories })
  isAway = false
  for (let times = 0; times < 3; times += 1) await rematch({ ...ports, advisories })
  expect([asked.length, (await scansOf(ann, first['projectId'])).length]).toEqual([2, 1])
  const later = { now: () => Date.now() + 86_400_000 }
  await rematch({ ...ports, advisories, clock: later })
  expect(asked).toHaveLength(3)
})
