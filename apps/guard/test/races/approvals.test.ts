import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type RunningGatehouse,
  startGatehouse,
  type TemporaryDatabase,
  temporaryDatabase,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { ADMIN_KEY, type Answer, post, send } from '../serve.ts'
import { sharedRedis, START_MS } from './pair.ts'

const GRANTS = 12
const CHECKS = 16
const PATH = '/v1/tenant/me/agentic/approvals'
const POLICIES = { pay: { approval: {}, rate_limit: { limit: 1_000_000 } } }

const redis = await sharedRedis()

let database: TemporaryDatabase
const masterKey = randomBytes(32).toString('hex')
const folders: { remove(): void }[] = []
const running: RunningGatehouse[] = []

beforeAll(async () => {
  database = await temporaryDatabase()
}, START_MS)
afterAll(async () => {
  await Promise.all(running.map((item) => item.stop()))
  for (const folder of folders) folder.remove()
  await database.drop()
  await redis.close()
})

/** Starts another process on the same database, and on the same Redis if there is one. */
async function start(): Promise<RunningGatehouse> {
  const folder = temporaryFolder()
  folders.push(folder)
  const process_ = await startGatehouse(folder.path, {
    DATABASE_URL: database.url,
    SHIELD_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_MASTER_KEY: masterKey,
    ...(redis.url === undefined ? {} : { CACHE_URL: redis.url }),
  })
  running.push(process_)
  return process_
}

let amounts = 0
/** Returns a unique call. */
function payment() {
  amounts += 1
  return { tool_name: 'pay', agent_key: 'bot', tool_params: { amount: amounts } }
}
type Payment = ReturnType<typeof payment>

const check = (at: RunningGatehouse, body: object): Promise<Answer> => post(`${at.url}/v1/shield/tool/check`, body)
const approve = (at: RunningGatehouse, id: string): Promise<Answer> =>
  post(`${at.url}${PATH}/${id}/approve`, { approver: 'ann' })
const passed = ({ body }: Answer): boolean => body['allowed'] === true
const statusAt = async (at: RunningGatehouse, id: string): Promise<unknown> =>
  (await send(`${at.url}${PATH}/${id}`, 'GET')).body['status']

async function asked(at: RunningGatehouse, call: Payment): Promise<string> {
  return String((await check(at, call)).body['request_id'])
}

async function granted(at: RunningGatehouse, call: Payment): Promise<string> {
  const { body } = await approve(at, await asked(at, call))
  return (body['grant'] as { grant_id: string }).grant_id
}

describe('two processes sharing a database', () => {
  let pair: RunningGatehouse[] = []
  beforeAll(async () => {
    pair = await Promise.all([start(), start()])
    const put = await send(`${pair[0]!.url}/v1/agents/tools/policies`, 'PUT', POLICIES)
    if (put.status !== 200) throw new Error(`the policies were not taken: ${put.text}`)
    await sleep(1_000)
  }, START_MS)
  const at = (index: number): RunningGatehouse => pair[index % pair.length]!

  proves('guard:approvals.spent-atomically', 'allow one of many checks with a grant', async () => {
    const calls = Array.from({ length: GRANTS }, payment)
    const grants = await Promise.all(calls.map((call, index) => granted(at(index), call)))
    const passes = await Promise.all(
      calls.map(async (call, index) => {
        const body = { ...call, grant_id: grants[index] }
        const answers = await Promise.all(Array.from({ length: CHECKS }, (_none, turn) => check(at(turn), body)))
        return answers.filter(passed).length
      }),
    )
    expect(passes).toEqual(Array.from({ length: GRANTS }, () => 1))
  })

  test('create one request per call, and accept one of many concurrent decisions', async () => {
    const call = payment()
    const ids = await Promise.all(Array.from({ length: CHECKS }, (_none, turn) => asked(at(turn), call)))
    expect(new Set(ids).size).toBe(1)
    const decisions = await Promise.all(
      Array.from({ length: CHECKS }, (_none, turn) =>
        post(`${at(turn).url}${PATH}/${ids[0]!}/${turn % 3 === 0 ? 'deny' : 'approve'}`, { approver: `p${turn}` }),
      ),
    )
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(decisions.filter(({ status }) => status === 409)).toHaveLength(CHECKS - 1)
  })

  test.skipIf(redis.url === undefined)('consume a confirmation once', async () => {
    const call = { tool_name: 'delete_account', agent_key: 'bot', tool_params: { id: 1 } }
    for (let round = 0; round < 5; round++) {
      const { body } = await check(at(round), call)
      const { confirmation_token } = body
      const confirmation = { agent_key: 'bot', action: 'delete_account', confirmation_token }
      const answers = await Promise.all(
        Array.from({ length: CHECKS }, (_none, turn) =>
          turn % 2 === 0
            ? post(`${at(turn >> 1).url}/v1/shield/tool/confirm`, confirmation)
            : check(at(turn >> 1), { ...call, confirmation_token }),
        ),
      )
      expect(answers.filter(passed)).toHaveLength(1)
    }
  })

  test.skipIf(redis.url === undefined)('allow one probe call on a half-open breaker', async () => {
    const settings = { circuit_breaker: { settings: { open_seconds: 1 } } }
    const headers = { 'x-admin-key': ADMIN_KEY }
    await send(`${at(0).url}/v1/admin/tenants/default`, 'PUT', { agentic_guardrails: settings }, headers)
    await sleep(1_000)
    const report = { tool_name: 'flaky', success: false }
    await Promise.all(
      Array.from({ length: 3 }, (_none, turn) =>
        post(`${at(turn).url}/v1/tenant/me/agentic/circuit-breakers/report`, report),
      ),
    )
    expect(passed(await check(at(1), { tool_name: 'flaky' }))).toBe(false)
    await sleep(1_050)
    const tries = await Promise.all(
      Array.from({ length: CHECKS }, (_none, turn) => check(at(turn), { tool_name: 'flaky' })),
    )
    expect(tries.filter(passed)).toHaveLength(1)
  })

  test.each([30, 70, 130])(
    'no grant passes twice and no answered approval is lost after a kill at %i ms',
    async (pause_ms) => {
      const victim = await start()
      const fates = await killedWhileSpending(victim, at(0), pause_ms)
      expect(await victim.ended()).toBe('SIGKILL')
      expect(fates).toHaveLength(GRANTS)
      expect(fates.filter(({ passes }) => passes > 1)).toEqual([])
      // An answered request is stored; an unanswered one may be stored or not.
      expect(fates.filter(({ answered, status }) => answered && status === 'pending')).toEqual([])
      expect(fates.filter(({ before, status }) => before > 0 && status !== 'consumed')).toEqual([])
      // Approvals not spent when the process died are spent exactly once now.
      expect(fates.filter(({ status, passes }) => status !== 'consumed' && passes !== 1)).toEqual([])
    },
    START_MS,
  )
})

/** Fate of a request whose process was killed. */
interface Fate {
  /** Whether the approval was answered before. */
  readonly answered: boolean
  /** As the survivor found it. */
  readonly status: unknown
  /** Number of passed checks before the end, and in total. */
  readonly before: number
  readonly passes: number
}

/** Kills a process in the middle of approvals and spending, then lets the other process finish the rest. */
async function killedWhileSpending(
  victim: RunningGatehouse,
  survivor: RunningGatehouse,
  pause_ms: number,
): Promise<readonly Fate[]> {
  const calls = Array.from({ length: GRANTS }, payment)
  const ids = await Promise.all(calls.map((call) => asked(victim, call)))
  const answered = new Set<string>()
  const passes = new Map(ids.map((id) => [id, 0]))
  const spending = calls.map(async (call, index) => {
    const id = ids[index]!
    await sleep(Math.random() * pause_ms)
    if ((await approve(victim, id)).status === 200) answered.add(id)
    const body = { ...call, approval_request_id: id }
    const tries = Array.from({ length: 4 }, async () => {
      if (passed(await check(victim, body))) passes.set(id, passes.get(id)! + 1)
    })
    await Promise.allSettled(tries)
  })
  const over = Promise.allSettled(spending)
  await sleep(pause_ms)
  victim.child.kill('SIGKILL')
  await over
  return Promise.all(
    ids.map(async (id, index) => {
      const status = await statusAt(survivor, id)
      const before = passes.get(id)!
      if (status === 'pending') await approve(survivor, id)
      const body = { ...calls[index]!, approval_request_id: id }
      const late = await Promise.all(Array.from({ length: 4 }, () => check(survivor, body)))
      return { answered: answered.has(id), status, before, passes: before + late.filter(passed).length }
    }),
  )
}
