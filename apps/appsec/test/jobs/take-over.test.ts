import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@gatehouse/http'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { createEgress, NOTHING_ALLOWED } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { createScaScanner } from '@gatehouse/sca'
import type { Scanner } from '@gatehouse/scan-engine'
import { openStore } from '@gatehouse/store'
import { createAuditLog } from '@gatehouse/store/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { createAdvisories } from '../../src/advisories/advisories.ts'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { startScanWorker } from '../../src/jobs/worker.ts'
import { findingsOf, isOver, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { advisory, know, MINIMIST, NPM, PYTHON } from './known.ts'

let dataDir: string
let service: Served
let ann: Person
const ended: (() => Promise<void>)[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-take-over-'))
  service = await serve({ dataDir })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(async () => {
  for (const end of ended) await end()
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const keys = createKeyRing([randomBytes(32)])

/** Starts a worker of another process. @returns function that kills it: nothing more is written */
async function startWorker(onLookUp: (signal: AbortSignal) => Promise<void>): Promise<() => Promise<void>> {
  const store = await openStore({ url: service.database.url, poolMax: 3 })
  const audit = createAuditLog(store, { instanceId: uuidv7() })
  const egress = createEgress({ allow: NOTHING_ALLOWED, localMode: false })
  const logger = createLogger({ service: 'appsec', stream: { write: () => undefined } })
  let now = Date.now()
  const clock = { now: () => (now += 60_000) }
  const advisories = createAdvisories({ dataDir, store, egress, clock, logger })
  const scanners = createScannerRegistry({
    SCA: (setup): Scanner => {
      const scanner = createScaScanner(setup)
      return {
        ...scanner,
        async run(shard, context) {
          await onLookUp(context.signal)
          return scanner.run(shard, context)
        },
      }
    },
  })
  const ports = {
    store,
    audit,
    clock: systemClock,
    logger,
    egress,
    hosts: { credentialsFor: () => Promise.resolve(undefined) },
    keys,
    dataDir,
    scanners,
    advisories,
    version: '0.0.0',
  }
  const worker = startScanWorker(ports, { lease_ms: 800, hold_ms: 40, idle_ms: 30, lanes: 1 })
  let isDead = false
  const kill = async (): Promise<void> => {
    if (isDead) return
    isDead = true
    await audit.close()
    await store.close()
  }
  ended.unshift(async () => {
    await kill()
    await worker.close()
    await advisories.close()
    await egress.close()
  })
  return kill
}

test('a resumed scan uses the advisories of its first run', async () => {
  const before = await know(dataDir, [MINIMIST])
  const began = Promise.withResolvers<void>()
  let isHeld = true
  const kill = await startWorker(async (signal) => {
    if (!isHeld) return
    began.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', reject))
  })
  const { body } = await upload(service, ann, NPM, { scanType: 'SCA_ONLY' })
  await began.promise
  const path = `${service.url}/api/scans/${String(body['scanId'])}`
  expect((await send(`${path}/stop`, 'POST', undefined, ann.key)).status).toBe(200)
  const { db } = service.store
  const settled = () =>
    db.selectFrom('scans').select('settled').where('id', '=', String(body['scanId'])).executeTakeFirst()
  while ((await settled())?.settled !== true) await wait(20)
  await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-2', 'npm', 'mkdirp', '0.5.2')])
  isHeld = false
  await send(`${path}/resume`, 'POST', undefined, ann.key)
  const scan = await until(service, ann, body['scanId'], isOver)
  expect([scan['status'], scan['advisories'], scan['criticalCount']]).toEqual(['COMPLETED', before, 1])
  await kill()
})

test('a worker that takes over a scan uses its original advisories despite newer imports', async () => {
  const before = await know(dataDir, [MINIMIST])
  const began = Promise.withResolvers<void>()
  const kill = await startWorker(async (signal) => {
    began.resolve()
    // Blocks during its work, as if the machine had stopped.
    await new Promise((_, reject) => signal.addEventListener('abort', reject))
  })
  const { body } = await upload(service, ann, { ...NPM, ...PYTHON }, { scanType: 'SCA_ONLY' })
  await began.promise
  await kill()
  const after = await know(dataDir, [MINIMIST, advisory('GHSA-made-otherone-1', 'npm', 'mkdirp', '0.5.2')])
  await Promise.all([startWorker(() => Promise.resolve()), startWorker(() => Promise.resolve())])
  const scan = await until(service, ann, body['scanId'], isOver)
  expect([before === after, scan['status'], scan['advisories'], scan['criticalCount']]).toEqual([
    false,
    'COMPLETED',
    before,
    1,
  ])
  // Several scans at once, by two workers: each finds all once, in the newest.
  const many = await Promise.all(
    Array.from({ length: 4 }, () => upload(service, ann, { ...NPM, ...PYTHON }, { scanType: 'SCA_ONLY' })),
  )
  for (const item of many) {
    const done = await until(service, ann, item.body['scanId'], isOver)
    expect([done['advisories'], done['criticalCount']]).toEqual([after, 2])
    const { findings } = await findingsOf(service, ann, done['id'], '?severity=CRITICAL')
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  }
})

/** CPU time, independent of the machine's load: the issue requires that a large lock file is processed immediately. */
const CPU_MS_MAX = 2_000

test('a lock file of 1,500 packages is scanned and settled in less than two seconds of work', async () => {
  const names = Array.from({ length: 1_500 }, (_, at) => `package-${at}`)
  const integrity = `sha512-${'A'.repeat(86)}==`
  const lock = {
    name: 'large',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: Object.fromEntries([
      ['', { name: 'large', version: '1.0.0', dependencies: { 'package-0': '1.0.0' } }],
      ...names.map((name, at) => [
        `node_modules/${name}`,
        {
          version: '1.0.0',
          resolved: `https://registry.example/${name}-1.0.0.tgz`,
          integrity,
          license: 'MIT',
          ...(at + 1 < names.length && { dependencies: { [`package-${at + 1}`]: '1.0.0' } }),
        },
      ]),
    ]),
  }
  const weak = names.filter((_, at) => at % 10 === 0)
  const records = weak.map((name, at) =>
    advisory(`GHSA-made-many-${String(at).padStart(4, '0')}`, 'npm', name, '2.0.0'),
  )
  await know(dataDir, records)
  const effort = startEffort()
  const { body } = await upload(
    service,
    ann,
    {
      'package.json': JSON.stringify({ name: 'large', dependencies: { 'package-0': '1.0.0' } }),
      'package-lock.json': JSON.stringify(lock, null, 2),
    },
    { scanType: 'SCA_ONLY' },
  )
  const scan = await until(service, ann, body['scanId'], isOver)
  const worked_ms = effort()
  expect(scan).toMatchObject({ status: 'COMPLETED', depsScanned: 1_500, criticalCount: weak.length })
  expect(worked_ms).toBeLessThan(CPU_MS_MAX)
})
