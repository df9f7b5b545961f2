import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { uuidv7 } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import {
  cancelRedteamRun,
  deleteRedteamRun,
  findRedteamRun,
  insertRedteamRun,
  readProgress,
  readReportOfRun,
} from '@gatehouse/store/redteam'
import { patient_ms, type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseReport } from '../../src/reports/packed-report.ts'
import { sealRequest } from '../../src/runs/sealed-request.ts'
import { type Agent, decline, startAgent } from '../agent.ts'
import { bodyOf } from '../runs.ts'
import { type Mortal, startMortal } from './mortal-worker.ts'

const TENANT = 'acme'
const ATTACKS = 6
const FINAL = new Set(['done', 'error', 'cancelled'])
const keys = createKeyRing([randomBytes(32)])

let database: TemporaryDatabase
let store: Store
beforeAll(async () => {
  database = await temporaryDatabase()
  store = database.store
})
afterAll(() => database.drop())

/** Environment of the test: one agent per run, so that requests can be attributed. */
interface Real {
  readonly workers: Mortal[]
  readonly runs: { readonly id: string; readonly agent: Agent }[]
}

/** Expected state of each run. */
interface Model {
  readonly runs: { wanted: 'live' | 'cancelled' | 'purged'; wasFinal: string | undefined }[]
  workers: number
}

type Command = fc.AsyncCommand<Model, Real>

async function look(real: Real, at: number) {
  return findRedteamRun(store, TENANT, real.runs[at]!.id)
}

const startRun = (): Command => ({
  check: ({ runs }) => runs.length < 3,
  async run(model, real) {
    const agent = await startAgent(decline, { delay_ms: 25 })
    const config = { concurrency: 2, maxAttacksPerCategory: ATTACKS, adaptiveRounds: 1 }
    const body = RunRequest.parse(bodyOf(agent.url, config, {}, { retries: 0 }))
    const of = { runId: uuidv7(), tenantId: TENANT }
    const more = { seed: 'one', targetUrl: agent.url, startedBy: 'local', estimatedTotal: ATTACKS }
    await insertRedteamRun(store, { id: of.runId, tenantId: TENANT, request: sealRequest(body, of, keys), ...more })
    real.runs.push({ id: of.runId, agent })
    model.runs.push({ wanted: 'live', wasFinal: undefined })
    for (const { worker } of real.workers) worker.wake()
  },
  toString: () => 'start',
})

const cancel = (which: number): Command => ({
  check: ({ runs }) => runs.length > which,
  async run(model, real) {
    const one = model.runs[which]!
    const before = await look(real, which)
    await cancelRedteamRun(store, TENANT, real.runs[which]!.id)
    for (const { worker } of real.workers) worker.stop(real.runs[which]!.id)
    const after = await look(real, which)
    // Ended runs are unchanged; the others have ended now.
    const wanted = before === undefined || FINAL.has(before.status) ? [before?.status] : ['cancelled', 'done']
    expect(wanted).toContain(after?.status)
    if (after?.status === 'cancelled') one.wanted = 'cancelled'
  },
  toString: () => `cancel(${which})`,
})

const purge = (which: number): Command => ({
  check: ({ runs }) => runs.length > which,
  async run(model, real) {
    await deleteRedteamRun(store, TENANT, real.runs[which]!.id)
    for (const { worker } of real.workers) worker.stop(real.runs[which]!.id)
    model.runs[which]!.wanted = 'purged'
    expect(await look(real, which)).toBeUndefined()
  },
  toString: () => `purge(${which})`,
})

const addWorker = (): Command => ({
  check: ({ workers }) => workers < 2,
  async run(model, real) {
    real.workers.push(await startMortal(database.url, keys))
    model.workers += 1
  },
  toString: () => 'worker',
})

const endWorker = (how: 'kill' | 'close'): Command => ({
  check: ({ workers }) => workers > 0,
  async run(model, real) {
    await real.workers.shift()![how]()
    model.workers -= 1
  },
  toString: () => how,
})

const pause = (ms: number): Command => ({
  check: () => true,
  async run(model, real) {
    await wait(ms)
    for (const [at, one] of model.runs.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const run = await look(real, at)
      // A final status never changes.
      const wanted = one.wanted === 'purged' ? undefined : (one.wasFinal ?? run?.status)
      expect(run?.status).toBe(wanted)
      if (run !== undefined && FINAL.has(run.status)) one.wasFinal = run.status
    }
  },
  toString: () => `pause(${ms})`,
})

/** Returns the defects of a run after the last operation. */
async function flawsOf({ wanted }: Model['runs'][number], real: Real, at: number): Promise<readonly string[]> {
  const { id, agent } = real.runs[at]!
  const run = await settled(real, at)
  if (wanted === 'purged') return run === undefined ? [] : ['it was deleted and is there']
  if (run?.isSettled !== true) return ['it does not end']
  const status = wanted === 'cancelled' ? 'cancelled' : 'done'
  const progress = await readProgress(store, TENANT, id, { since: 0, limit: 1_000 })
  const content = await readReportOfRun(store, TENANT, id)
  const report = content === undefined ? undefined : await parseReport(content)
  const records = report?.rounds.flatMap(({ results }) => results) ?? []
  const times = Map.groupBy(agent.asked, ({ message }) => message)
  const twice = records.filter(
    ({ request, maySeeTwice }) => maySeeTwice !== true && times.get(request ?? '')?.length !== 1,
  )
  const rules: readonly (readonly [holds: boolean, flaw: string])[] = [
    [run.status === status, `it is ${run.status} and not ${status}`],
    [progress.every(({ index }, place) => index === place), 'its progress has holes'],
    [
      new Set(progress.map(({ attackId }) => attackId)).size === progress.length,
      'its progress tells of an attack twice',
    ],
    [records.length === progress.length, 'its report has other attacks than its progress'],
    [status !== 'done' || records.length === ATTACKS, 'it is done without all its attacks'],
    [report !== undefined || agent.asked.length === 0, 'it has sent something and has no report'],
    [twice.length === 0, 'an attack was sent twice, and its record does not say so'],
  ]
  return rules.flatMap(([holds, flaw]) => (holds ? [] : [flaw]))
}

async function settled(real: Real, at: number) {
  const until = performance.now() + patient_ms(20_000)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it is over
    const run = await look(real, at)
    if (run === undefined || run.isSettled || performance.now() > until) return run
    // oxlint-disable-next-line no-await-in-loop
    await wait(30)
  }
}

const which = fc.nat({ max: 2 })
const commands = [
  fc.constant(startRun()),
  which.map(cancel),
  which.map(purge),
  fc.constant(addWorker()),
  fc.constant(endWorker('kill')),
  fc.constant(endWorker('close')),
  fc.integer({ min: 10, max: 200 }).map(pause),
]

test('for any operations on runs and workers, each run ends one time without unmarked resends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14 }), async (all) => {
      const real: Real = { workers: [], runs: [] }
      const model: Model = { runs: [], workers: 0 }
      try {
        await fc.asyncModelRun(() => ({ model, real }), all)
        real.workers.push(await startMortal(database.url, keys))
        const flaws = await Promise.all(model.runs.map((run, at) => flawsOf(run, real, at)))
        expect(flaws.flat()).toEqual([])
      } finally {
        for (const worker of real.workers) await worker.close()
        await store.db.deleteFrom('redteam_runs').execute()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
