import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@gatehouse/http'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { createEgress, NOTHING_ALLOWED } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { openStore, type Store } from '@gatehouse/store'
import { createAuditLog } from '@gatehouse/store/audit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type ScanWorker, startScanWorker } from '../../src/jobs/worker.ts'
import { type MarkerOptions, markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
const ended: (() => Promise<void>)[] = []
beforeAll(async () => {
  service = await serve()
  ann = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
})
afterAll(async () => {
  for (const end of ended) await end()
  await service.close()
})

const egress = createEgress({ allow: NOTHING_ALLOWED, localMode: false })
const keys = createKeyRing([randomBytes(32)])
const logger = createLogger({ service: 'appsec', stream: { write: () => undefined } })

interface Mortal {
  /** Simulates `kill -9`: leases remain until they expire, and nothing more is written. */
  kill(): Promise<void>
}

/** Starts a worker that looks like another process to the database. */
async function startMortal(options: MarkerOptions): Promise<Mortal> {
  const store: Store = await openStore({ url: service.database.url, poolMax: 3 })
  const audit = createAuditLog(store, { instanceId: uuidv7() })
  const worker: ScanWorker = startScanWorker(
    {
      store,
      audit,
      clock: systemClock,
      logger,
      egress,
      hosts: { credentialsFor: () => Promise.resolve(undefined) },
      keys,
      dataDir: service.dataDir,
      scanners: markerRegistry(options),
      advisories: { of: () => Promise.resolve({ release: () => undefined }) },
      version: '0.0.0',
    },
    { lease_ms: 1_000, hold_ms: 40, idle_ms: 30, lanes: 1 },
  )
  let isDead = false
  const kill = async (): Promise<void> => {
    if (isDead) return
    isDead = true
    await audit.close()
    await store.close()
  }
  ended.push(async () => {
    await kill()
    await worker.close()
  })
  return { kill }
}

const NAMES = Array.from({ length: 8 }, (_, at) => `finding ${at}`)
const FILES = Object.fromEntries(NAMES.map((name, at) => [`file-${at}`, `BAD LOW ${name}\nBAD HIGH twin`]))

/** All that a scan of {@link FILES} finds, once each. */
const expected = [...NAMES.map(() => 'Marked as bad: twin'), ...NAMES.map((name) => `Marked as bad: ${name}`)]

async function titlesOf(scanId: unknown): Promise<string[]> {
  return (await findingsOf(service, ann, scanId, '?limit=500')).findings.map(({ title }) => title)
}

proves(
  ['appsec:status.worker-dies'],
  'the shard of a crashed worker is taken over without losses or duplicates',
  async () => {
    const began = Promise.withResolvers<void>()
    const first = await startMortal({
      onShard: async (path, signal) => {
        if (path !== 'file-3') return
        began.resolve()
        // Blocks during a shard, as if the machine had stopped.
        await new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
    })
    const { body } = await upload(service, ann, FILES)
    await began.promise
    await first.kill()
    const seen: string[] = []
    const second = await startMortal({ onShard: (path) => Promise.resolve(void seen.push(path)) })
    const scan = await until(service, ann, body['scanId'], isOver)
    expect([scan['status'], await titlesOf(scan['id'])]).toEqual(['COMPLETED', expected])
    // The first worker's completed shards are not repeated.
    expect(seen.toSorted()).toEqual(['file-3', 'file-4', 'file-5', 'file-6', 'file-7'])
    await second.kill()
  },
)

/** Target status of each action according to the contract. */
const REFERENCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pause: { RUNNING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING', STOPPED: 'QUEUED' },
  stop: { QUEUED: 'STOPPED', RUNNING: 'STOPPED', PAUSED: 'STOPPED' },
  cancel: { QUEUED: 'CANCELLED', RUNNING: 'CANCELLED', PAUSED: 'CANCELLED', STOPPED: 'CANCELLED' },
}
/** Status changes that workers may make meanwhile. */
const BY_ITSELF: Readonly<Record<string, readonly string[]>> = {
  QUEUED: ['QUEUED', 'RUNNING', 'COMPLETED'],
  RUNNING: ['RUNNING', 'COMPLETED'],
}

proves(
  ['appsec:status.values', 'appsec:status.wrong-409'],
  'any sequence of user actions during worker crashes matches the reference, without losses or duplicates',
  async () => {
    const words = fc.constantFrom('pause', 'resume', 'resume', 'stop', 'cancel', 'kill', 'wait', 'wait')
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 3, maxLength: 9 }), async (moves) => {
        const options = { file_ms: 15 }
        let [mortal, other] = await Promise.all([startMortal(options), startMortal(options)])
        const { body } = await upload(service, ann, FILES)
        const id = String(body['scanId'])
        let status = 'QUEUED'
        for (const move of moves) {
          if (move === 'wait') await wait(40)
          else if (move === 'kill') {
            await mortal.kill()
            ;[mortal, other] = [other, await startMortal(options)]
          } else status = await moved(id, move, status)
        }
        if (status === 'STOPPED' || status === 'PAUSED') await moved(id, 'resume', status)
        const last = await until(service, ann, id, (scan) => isOver(scan) || scan['status'] === 'CANCELLED')
        expect(last['status']).toBe(status === 'CANCELLED' ? 'CANCELLED' : 'COMPLETED')
        expect(await titlesOf(id)).toEqual(status === 'CANCELLED' ? [] : expected)
        await Promise.all([mortal.kill(), other.kill()])
      }),
      { numRuns: 12, interruptAfterTimeLimit: 8_000 },
    )
  },
)

/** Applies an action to the scan and compares the answer with the reference. @returns the status afterwards */
async function moved(id: string, move: string, before: string): Promise<string> {
  const answer = await send(`${service.url}/api/scans/${id}/${move}`, 'POST', undefined, ann.session)
  const possible = BY_ITSELF[before] ?? [before]
  if (answer.status === 409) {
    const named = String(answer.body['status'])
    expect([named, REFERENCE[move]?.[named], possible.includes(named)]).toEqual([named, undefined, true])
    return named
  }
  expect(answer.status).toBe(200)
  const reached = possible.flatMap((from) => REFERENCE[move]?.[from] ?? [])
  const status = String(answer.body['status'])
  expect(reached.flatMap((item) => [item, ...(BY_ITSELF[item] ?? [])])).toContain(status)
  return status
}
