import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type AttemptRecord, prepareRun } from '@gatehouse/attacks'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { uuidv7 } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { claimRedteamRun, insertRedteamRun, readProgress } from '@gatehouse/store/redteam'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunLost, storedJournal } from '../../src/runs/journal.ts'
import { sealRequest } from '../../src/runs/sealed-request.ts'
import { bodyOf } from '../runs.ts'

const TENANT = 'acme'
const keys = createKeyRing([randomBytes(32)])
const request = RunRequest.parse(
  bodyOf('http://agent.test', {}, {}, { canaries: [{ name: 'the code', value: 'canary-5d1e8f' }] }),
)

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

function recordOf(at: number, kind: 'attack' | 'benign' = 'attack', text = 'No.'): AttemptRecord {
  const attack = {
    id: `attack-${at}`,
    category: 'prompt_injection',
    strategy: 'base',
    severity: 'high',
    description: 'An attack of a test.',
    language: 'en',
    turns: [`Do it, ${at} times.`],
    history: [],
    plants: [],
    needs: [],
    oracles: [{ kind: 'marker' }],
    marker: 'zubalokanidefo',
    canaries: [],
    sinkUrl: undefined,
    benign: 'Hello',
  } as const
  const reply = {
    text,
    toolCalls: [],
    statusCode: 200,
    responseTime_ms: 3,
    problem: undefined,
    blockedByGuard: false,
    wasCut: false,
  }
  return {
    attempt: { key: `0/${kind}/attack-${at}/0`, kind, round: 0, repeat: 0, attack },
    exchange: {
      attack,
      turns: [{ sent: attack.turns[0], reply }],
      hits: [{ at: new Date(0), what: 'GET /x', body: '' }],
      readPlants: [],
      stateBefore: undefined,
      stateAfter: undefined,
      benignReply: undefined,
      targetCanaries: request.target.canaries ?? [],
      systemPrompt: undefined,
      allowedTools: undefined,
    },
    judgement: { verdict: 'defended', kind: 'rule', confidence: 1, evidence: [] },
    observation: 'refused',
    maySeeTwice: false,
  }
}

/** Creates a queued run, and the function that claims it. */
async function queued() {
  const { store } = database
  const runId = uuidv7()
  const { seed, targetUrl, estimatedTotal } = prepareRun(request, { runId })
  await insertRedteamRun(store, {
    id: runId,
    tenantId: TENANT,
    request: sealRequest(request, { runId, tenantId: TENANT }, keys),
    seed,
    targetUrl,
    startedBy: 'local',
    estimatedTotal,
  })
  const lost: string[] = []
  const take = async (lease_ms: number) => {
    const worker = uuidv7()
    expect((await claimRedteamRun(store, { worker, lease_ms }))?.id).toBe(runId)
    const ports = { store, keys, onLost: () => void lost.push(worker) }
    return { worker, journal: storedJournal({ runId, tenantId: TENANT, worker }, request.target, ports) }
  }
  const end = () => store.db.deleteFrom('redteam_runs').where('id', '=', runId).execute()
  return { runId, take, lost, end }
}

test('records are restored as written, and unfinished attempts are distinguished', async () => {
  const { runId, take, end } = await queued()
  const { journal } = await take(60_000)
  const records = Array.from({ length: 300 }, (_, at) => recordOf(at))
  await Promise.all(records.map(({ attempt }) => journal.begin(attempt)))
  await Promise.all(records.slice(0, 250).map((record) => journal.end(record)))
  await journal.end(recordOf(0, 'benign'))
  const { ended, begun } = await (await takeAgain(runId)).read()
  expect(ended.size).toBe(251)
  expect(begun.size).toBe(50)
  expect(ended.get(records[7]!.attempt.key)).toEqual(records[7])
  const progress = await readProgress(database.store, TENANT, runId, { since: 0, limit: 1_000 })
  expect(progress.map(({ index }) => index)).toEqual(Array.from({ length: 250 }, (_, at) => at))
  await end()
})

/** Opens the journal of a run for reading only. */
async function takeAgain(runId: string) {
  const ports = { store: database.store, keys, onLost: () => {} }
  return storedJournal({ runId, tenantId: TENANT, worker: uuidv7() }, request.target, ports)
}

test('a second result of an attempt keeps its position and replaces the first', async () => {
  const { runId, take, end } = await queued()
  const { journal } = await take(60_000)
  await journal.end(recordOf(1))
  await journal.end(recordOf(2))
  const late = {
    ...recordOf(1),
    judgement: { verdict: 'vulnerable', kind: 'rule', confidence: 1, evidence: [] },
  } as const
  await journal.end(late)
  const progress = await readProgress(database.store, TENANT, runId, { since: 0, limit: 10 })
  expect(progress.map(({ attackId, verdict }) => [attackId, verdict])).toEqual([
    ['attack-1', 'vulnerable'],
    ['attack-2', 'defended'],
  ])
  expect((await (await takeAgain(runId)).read()).ended.get(late.attempt.key)?.judgement.verdict).toBe('vulnerable')
  await end()
})

test('a lost worker cannot write, and the next worker continues its positions', async () => {
  const { runId, take, lost, end } = await queued()
  const first = await take(50)
  await first.journal.end(recordOf(1))
  await wait(80)
  const second = await take(60_000)
  await expect(first.journal.begin(recordOf(2).attempt)).rejects.toThrow(RunLost)
  await expect(first.journal.end(recordOf(2))).rejects.toThrow(RunLost)
  expect(lost).toEqual([first.worker])
  await second.journal.read()
  await second.journal.end(recordOf(3))
  const progress = await readProgress(database.store, TENANT, runId, { since: 0, limit: 10 })
  expect(progress.map(({ index, attackId }) => [index, attackId])).toEqual([
    [0, 'attack-1'],
    [1, 'attack-3'],
  ])
  await end()
})

test('a record decrypts only in its own run, position and key', async () => {
  const { runId, take, end } = await queued()
  const { journal } = await take(60_000)
  await journal.end(recordOf(1))
  const { store } = database
  await store.db
    .updateTable('redteam_attempts')
    .set({ key: '0/attack/attack-9/0' })
    .where('run_id', '=', runId)
    .execute()
  await expect((await takeAgain(runId)).read()).rejects.toMatchObject({ code: 'unavailable' })
  await end()
})
