import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type RunningGatehouse,
  startGatehouse,
  type TemporaryDatabase,
  temporaryDatabase,
  type TemporaryFolder,
  temporaryFolder,
  freePort,
} from '@gatehouse/testkit'
import { type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatTeam } from '../contract/chat-team.ts'
import { ADMIN_KEY } from '../serve.ts'
import { ask, askSteadily, BOUND_MS, expectAudited, expectEnded, type Outcome, wholeOf } from './asking.ts'

/** Two starts of a process on a machine that does other things too. */
const TEST_MS = 90_000
const CLIENTS = 6
const TEXT = 'When the import runs with a large file, the page answers late and the table stays empty. '.repeat(5)

let model: ScriptedModel
let database: TemporaryDatabase
let folder: TemporaryFolder
let port: number
let running: RunningGatehouse
beforeAll(async () => {
  ;[model, database, port] = await Promise.all([startScriptedModel([]), temporaryDatabase(), freePort()])
  folder = temporaryFolder()
  running = await start()
}, TEST_MS)
afterAll(async () => {
  await running.stop()
  folder.remove()
  await model.close()
  await database.drop()
})

const MASTER_KEY = randomBytes(32).toString('hex')

function start(): Promise<RunningGatehouse> {
  return startGatehouse(folder.path, {
    DATABASE_URL: database.url,
    GUARD_PORT: String(port),
    SHIELD_AUTH_ENABLED: 'true',
    SHIELD_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_MASTER_KEY: MASTER_KEY,
    GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32',
  })
}

describe('a gateway that', () => {
  test(
    'is killed under load closes all clients, keeps entries of released output, and restarts',
    async () => {
      const team = await chatTeam(serviceOf(), 'killed', () => ({ text: TEXT, tokens_per_s: 400 }))
      const load = askSteadily(running.url, team.key, CLIENTS)
      await expect.poll(() => model.requests.length, { timeout: BOUND_MS }).toBeGreaterThan(CLIENTS * 3)
      running.child.kill('SIGKILL')
      await running.ended()
      running = await start()
      await expect.poll(async () => (await ask(running.url, team.key, false)).status, { timeout: BOUND_MS }).toBe(200)
      await sleep(300)
      const outcomes = await load.stop()
      // Requests in progress lost the connection: status 0 before a response, a stream without its end after one.
      expectEnded(outcomes, [0, 200])
      expect(outcomes.some(({ status, isWhole }) => status === 0 || !isWhole)).toBe(true)
      expect(wholeOf(outcomes).length).toBeGreaterThan(CLIENTS)
      await expectAudited(outcomes, team)
    },
    TEST_MS,
  )

  test(
    'receives a stop signal answers its accepted requests',
    async () => {
      const team = await chatTeam(serviceOf(), 'stopped', () => ({ text: TEXT, tokens_per_s: 300, delay_ms: 100 }))
      const under = Array.from({ length: CLIENTS }, (_, index): Promise<Outcome> =>
        ask(running.url, team.key, index % 2 === 0),
      )
      await expect.poll(() => model.requests.length, { timeout: BOUND_MS }).toBe(CLIENTS)
      const code = running.stop()
      const outcomes = await Promise.all(under)
      expect(await code).toBe(0)
      expect(wholeOf(outcomes)).toHaveLength(CLIENTS)
      for (const { text } of outcomes) expect(text).toBe(TEXT)
      running = await start()
      await expectAudited(outcomes, team)
    },
    TEST_MS,
  )
})

function serviceOf(): Parameters<typeof chatTeam>[0] {
  return { url: running.url, store: database.store, log: [], model, close: () => Promise.resolve() }
}
