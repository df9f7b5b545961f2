import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type TemporaryDatabase, temporaryDatabase, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Agent, decline, startAgent } from '../agent.ts'
import { bodyOf, read, start, until, untilFinal } from '../runs.ts'

const SCRIPT = fileURLToPath(new URL('service-process.ts', import.meta.url))
const CONCURRENCY = 4

let database: TemporaryDatabase
const folder = temporaryFolder()
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const env = () => ({
  DATABASE_URL: database.url,
  GATEHOUSE_MASTER_KEY: MASTER_KEY,
  GATEHOUSE_DATA_DIR: folder.path,
  PATH: process.env['PATH'],
})
const MASTER_KEY = randomBytes(32).toString('hex')

interface Process {
  readonly url: string
  readonly child: ChildProcess
}

/** Starts a service in a separate process. It ends with the test. */
async function startProcess(): Promise<Process> {
  const child = spawn(process.execPath, ['--conditions=gatehouse', SCRIPT], {
    env: env(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(said.join('')))),
  ])) as [string]
  return { url: line, child }
}

async function kill({ child }: Process): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Counts how often each message arrived. */
function timesOf({ asked }: Agent): ReadonlyMap<string, number> {
  const groups = Map.groupBy(asked, ({ message }) => message)
  return new Map([...groups].map(([message, some]) => [message, some.length]))
}

proves(
  'redteam:status.resumes',
  'a run whose process is killed goes on in the next one: no attack is sent twice unless its record says that it may have been',
  async () => {
    const slow = await startAgent(decline, { delay_ms: 60 })
    const config = { maxAttacksPerCategory: 40, adaptiveRounds: 1, concurrency: CONCURRENCY, seed: 'killed' }
    const first = await startProcess()
    const { id } = await start(first, bodyOf(slow.url, config))
    await until(first, id, ({ progressTotal }) => progressTotal >= 8)
    await kill(first)
    const second = await startProcess()
    await until(second, id, ({ progressTotal }) => progressTotal >= 24)
    await kill(second)
    const third = await startProcess()
    const run = await untilFinal(third, id)
    expect(run).toMatchObject({ status: 'done', progressTotal: 40 })
    expect(run.progress.map(({ index }) => index)).toEqual(Array.from({ length: 40 }, (_, at) => at))
    expect(new Set(run.progress.map(({ attackId }) => attackId)).size).toBe(40)
    const records = run.report!.rounds.flatMap(({ results }) => results)
    const marked = new Set(records.flatMap(({ request, maySeeTwice }) => (maySeeTwice ? [request] : [])))
    expect(marked.size).toBeGreaterThan(0)
    // Attempts in flight when a process was killed, and the same number of answered ones that were not stored yet.
    expect(marked.size).toBeLessThanOrEqual(2 * 2 * CONCURRENCY)
    const times = timesOf(slow)
    for (const { request } of records) {
      // A process that was killed twice in the middle of an attack has sent it three times.
      expect(times.get(request!)).toBeLessThanOrEqual(marked.has(request) ? 3 : 1)
    }
    const whole = await start(third, bodyOf((await startAgent(decline)).url, config))
    const other = await untilFinal(third, whole.id)
    const told = (report: typeof run.report) =>
      report!.rounds.flatMap(({ results }) => results).map(({ attack, verdict }) => [attack, verdict])
    expect(told(run.report)).toEqual(told(other.report))
    expect((await read(third, id)).report).toEqual(run.report)
  },
)
