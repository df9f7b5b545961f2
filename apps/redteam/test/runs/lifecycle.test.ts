import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RunRequest } from '@gatehouse/contracts'
import { createKeyRing, uuidv7 } from '@gatehouse/kernel'
import { findRedteamRun, insertRedteamRun, type Store } from '@gatehouse/store'
import { patient_ms, type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseReport } from '../../src/reports/packed-report.ts'
import { sealRequest } from '../../src/runs/sealed-request.ts'
import { cancelRedteamRun, deleteRedteamRun, readProgress, readReportOfRun } from '@gatehouse/store'
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

/** What the world holds: an agent for each run, so that it is known whose requests came. */
interface Real {
  readonly workers: Mortal[]
  readonly runs: { readonly id: string; readonly agent: Agent }[]
}

/** What must be true of each run. */
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
    if (one.wanted === 'purged') expect(after).toBeUndefined()
    // What was over stays as it was; what was not is cancelled now.
    else if (FINAL.has(before!.status)) expect(after!.status).toBe(before!.status)
    else expect(['cancelled', 'done', 'error']).toContain(after!.status)
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
      // Nobody leaves a final status again.
      if (one.wasFinal !== undefined && one.wanted !== 'purged') expect(run?.status).toBe(one.wasFinal)
      if (run !== undefined && FINAL.has(run.status)) one.wasFinal = run.status
    }
  },
  toString: () => `pause(${ms})`,
})

/** What is true of every run once nobody does anything to it any more. */
async function expectSettled(model: Model, real: Real): Promise<void> {
  const until = performance.now() + patient_ms(20_000)
  for (const [at, { wanted }] of model.runs.entries()) {
    const { id, agent } = real.runs[at]!
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    let run = await look(real, at)
    while (run !== undefined && !run.isSettled && performance.now() < until) {
      // oxlint-disable-next-line no-await-in-loop
      await wait(30)
      // oxlint-disable-next-line no-await-in-loop
      run = await look(real, at)
    }
    if (wanted === 'purged') {
      expect(run).toBeUndefined()
      continue
    }
    expect(run).toMatchObject({ isSettled: true, status: wanted === 'cancelled' ? 'cancelled' : 'done' })
    // oxlint-disable-next-line no-await-in-loop
    const progress = await readProgress(store, TENANT, id, { since: 0, limit: 1_000 })
    expect(progress.map(({ index }) => index)).toEqual(progress.map((_, index) => index))
    expect(new Set(progress.map(({ attackId }) => attackId)).size).toBe(progress.length)
    // oxlint-disable-next-line no-await-in-loop
    const content = await readReportOfRun(store, TENANT, id)
    if (content === undefined) {
      // Nobody had begun it.
      expect([run!.status, agent.asked.length]).toEqual(['cancelled', 0])
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    const report = await parseReport(content)
    const records = report.rounds.flatMap(({ results }) => results)
    expect(records).toHaveLength(progress.length)
    if (run!.status === 'done') expect(records).toHaveLength(ATTACKS)
    const marked = new Set(records.flatMap(({ request, maySeeTwice }) => (maySeeTwice ? [request] : [])))
    for (const { request } of records) {
      const times = agent.asked.filter(({ message }) => message === request).length
      if (!marked.has(request)) expect(times).toBe(1)
    }
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

test('whatever is done to runs and workers, each run ends once, and nothing is sent twice that does not say so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14 }), async (all) => {
      const real: Real = { workers: [], runs: [] }
      const model: Model = { runs: [], workers: 0 }
      try {
        await fc.asyncModelRun(() => ({ model, real }), all)
        real.workers.push(await startMortal(database.url, keys))
        await expectSettled(model, real)
      } finally {
        for (const one of real.workers) await one.close()
        await store.db.deleteFrom('redteam_runs').execute()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
