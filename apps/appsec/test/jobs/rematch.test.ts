import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { queryAudit } from '@gatehouse/store/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainOf } from '../../src/audited.ts'
import { rematch, type RematchPorts, startRematcher } from '../../src/jobs/rematch.ts'
import { isOver, scanned, until } from '../scans.ts'
import { send } from '../serve.ts'
import { advisory, know, MARKUPSAFE, MINIMIST, NPM, PYTHON } from './known.ts'
import { type Ground, openGround, titles } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const FILES = { ...NPM, ...PYTHON, 'index.js': "import 'mkdirp'\n" }

test('new advisories rescan the stored packages and fail the gate for new findings', async () => {
  const ann = await ground.someone()
  const ports = await ground.portsOfProcess()
  const first = await scanned(ground.served, ann, { ...FILES, secret: 'x' }, { scanType: 'FULL', branch: 'main' })
  const { projectId } = first
  const gate = { maxCritical: -1, maxHigh: -1, maxMedium: -1, failOnNew: true }
  await send(`${ground.served.url}/api/settings/build-gates?projectId=${String(projectId)}`, 'PUT', gate, ann.session)
  const [known] = await ground.found(ann, first, '?search=minimist')
  await send(`${ground.served.url}/api/findings/${known!.id}`, 'PATCH', { status: 'ACCEPTED_RISK' }, ann.key)
  // The same advisories have the same result: no scan is created.
  expect((await rematch(ports)).queued).toEqual([])

  const other = advisory('GHSA-made-otherone-1', 'npm', 'mkdirp', '0.5.2')
  // Advisories for Python packages are imported too.
  const python = advisory('GHSA-made-ofpython-1', 'PyPI', 'not-there', '1.0.0')
  const snapshot = await know(ground.dataDir, [MINIMIST, MARKUPSAFE, other, python])
  expect((await rematch(ports)).queued).toHaveLength(1)
  const scan = await ground.rematched(ann, projectId)
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
    gateReasons: ['2 new findings since the compared scan; the gate allows none.'],
    criticalCount: 2,
  })
  expect(Object.keys(scan['scannerProgress'] as object)).toEqual(['SCA'])
  const now = await ground.found(ann, scan, '?scanner=SCA&sort=title')
  expect(titles(now).toSorted()).toEqual(['GHSA-made-otherone-1 new', 'GHSA-made-upup-upup new', 'GHSA-vh95-rmgr-6w4m'])
  // Triage and import analysis are kept.
  expect(now.find(({ ruleId }) => ruleId === MINIMIST.id)).toMatchObject({
    status: 'ACCEPTED_RISK',
    fingerprint: known!.fingerprint,
    metadata: { reachable: true, importedAt: { path: 'index.js', line: 1 } },
  })
  // History is unchanged.
  expect((await ground.scansOf(ann, projectId)).map(({ id }) => id)).toEqual([scan['id'], first['id']])
  expect(titles(await ground.found(ann, first, '?severity=CRITICAL'))).toEqual(['GHSA-vh95-rmgr-6w4m'])
  const { entries } = await queryAudit(ground.served.store, { tenantId: chainOf(ann.organizationId), limit: 200 })
  const events = entries.filter(({ details }) => details['resourceId'] === scan['id']).map(({ action }) => action)
  expect(events.toSorted()).toEqual(['scan.completed', 'scan.queued'])
  // Looked up again it is not.
  expect((await rematch(ports)).queued).toEqual([])

  // A whole scan afterwards is compared with both: nothing of the packages is new, and no secret was forgotten.
  const whole = await scanned(
    ground.served,
    ann,
    { ...FILES, secret: 'x' },
    { scanType: 'FULL', branch: 'main', projectId: String(projectId) },
  )
  expect([whole['gateResult'], (await ground.found(ann, whole)).filter(({ isNew }) => isNew)]).toEqual(['PASSED', []])
  const ide = await send(
    `${ground.served.url}/api/ide/findings?projectId=${String(projectId)}`,
    'GET',
    undefined,
    ann.key,
  )
  expect(ide.body['scan']).toMatchObject({ id: whole['id'] })

  // A withdrawn advisory also triggers a scan, which removes its findings.
  await know(ground.dataDir, [
    MINIMIST,
    { ...MARKUPSAFE, withdrawn: '2026-01-05T00:00:00Z', modified: '2026-01-05T00:00:00Z' },
    other,
    python,
  ])
  expect((await rematch(ports)).queued).toHaveLength(1)
  const less = await ground.rematched(ann, projectId)
  expect([less['gateResult'], titles(await ground.found(ann, less)).toSorted()]).toEqual([
    'PASSED',
    ['GHSA-made-otherone-1', 'GHSA-vh95-rmgr-6w4m'],
  ])

  // It can be triggered again, from its stored packages, even when the earlier scan is deleted.
  await send(`${ground.served.url}/api/scans/${String(whole['id'])}`, 'DELETE', undefined, ann.session)
  const answer = await send(`${ground.served.url}/api/scans/${String(less['id'])}/rescan`, 'POST', undefined, ann.key)
  expect(answer.status).toBe(201)
  const repeated = await until(ground.served, ann, answer.body['scanId'], isOver)
  expect(repeated).toMatchObject({ status: 'COMPLETED', triggeredBy: ann.email, depsScanned: first['depsScanned'] })
  expect(titles(await ground.found(ann, repeated)).toSorted()).toEqual(['GHSA-made-otherone-1', 'GHSA-vh95-rmgr-6w4m'])
  const { db } = ground.served.store
  await db.deleteFrom('scan_inventories').where('scan_id', '=', String(repeated['id'])).execute()
  const lost = await send(`${ground.served.url}/api/scans/${String(repeated['id'])}/rescan`, 'POST', undefined, ann.key)
  expect([lost.status, lost.body['detail']]).toEqual([409, expect.stringContaining('were deleted')])
})

test('advisories without changes create no scan, and newly exploited advisories create one', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const ports = await ground.portsOfProcess()
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-nothing-1', 'npm', 'not-there', '9.0.0')])
  await rematch(ports)
  expect(await ground.scansOf(ann, first['projectId'])).toHaveLength(1)
  const kevPath = join(ground.dataDir, 'kev.json')
  const entry = {
    cveID: 'CVE-2020-7598',
    dateAdded: '2026-01-02',
    dueDate: '2026-02-02',
    knownRansomwareCampaignUse: 'Unknown',
  }
  writeFileSync(kevPath, JSON.stringify({ vulnerabilities: [entry] }))
  await know(ground.dataDir, [MINIMIST], { kevPath })
  await rematch(ports)
  expect(
    (await ground.found(ann, await ground.rematched(ann, first['projectId']))).map(({ metadata }) => metadata['kev']),
  ).toEqual([true])
  writeFileSync(kevPath, JSON.stringify({ vulnerabilities: [] }))
  await know(ground.dataDir, [MINIMIST], { kevPath })
})

test('packages scanned without advisories are rescanned after an import, even without matches', async () => {
  const ann = await ground.someone()
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  // Simulates a missing import at that time.
  const { db } = ground.served.store
  const id = String(first['id'])
  await db.updateTable('scans').set({ advisories: null }).where('id', '=', id).execute()
  await db.updateTable('scan_inventories').set({ matched_with: null }).where('scan_id', '=', id).execute()
  await rematch(await ground.portsOfProcess())
  expect(await ground.rematched(ann, first['projectId'])).toMatchObject({
    status: 'COMPLETED',
    advisories: expect.any(String),
  })
})

test('the service detects new advisories automatically', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const ports = await ground.portsOfProcess()
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  let tell = (): void => undefined
  const advisories = {
    of: ports.advisories.of,
    onNewSnapshot: (listener: (item: { id: string }) => void) => {
      tell = () => listener({ id: 'new' })
      return () => undefined
    },
  }
  const rematcher = startRematcher({ ...ports, advisories })
  ground.onEnd(() => rematcher.close())
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-5', 'npm', 'mkdirp', '0.5.2')])
  tell()
  const until_ms = performance.now() + 10_000
  while ((await ground.scansOf(ann, first['projectId'])).length < 2 && performance.now() < until_ms) await wait(50)
  expect(await ground.rematched(ann, first['projectId'])).toMatchObject({ criticalCount: 2 })
})

test('an online advisory service is queried daily, and unanswered queries are retried', async () => {
  const ann = await ground.someone()
  await know(ground.dataDir, [MINIMIST])
  const ports = await ground.portsOfProcess()
  const first = await scanned(ground.served, ann, NPM, { scanType: 'SCA_ONLY' })
  // Looked up in a service before.
  const { db } = ground.served.store
  await db
    .updateTable('scan_inventories')
    .set({ matched_with: null })
    .where('scan_id', '=', String(first['id']))
    .execute()
  const requests: string[] = []
  let isAway = true
  const advisories: RematchPorts['advisories'] = {
    ...ports.advisories,
    async of(organizationId) {
      if (organizationId !== ann.organizationId) return { release: () => undefined }
      const { port, release } = await ports.advisories.of(organizationId)
      const { manifest: _manifest, ...service } = port!
      const prepare = () => {
        requests.push(organizationId)
        return Promise.resolve(isAway ? ['The service did not answer.'] : [])
      }
      return { port: { ...service, prepare }, snapshot: 'online', release }
    },
  }
  await rematch({ ...ports, advisories })
  isAway = false
  for (let times = 0; times < 3; times += 1) await rematch({ ...ports, advisories })
  expect([requests.length, (await ground.scansOf(ann, first['projectId'])).length]).toEqual([2, 1])
  const later = { now: () => Date.now() + 86_400_000 }
  await rematch({ ...ports, advisories, clock: later })
  expect(requests).toHaveLength(3)
})
