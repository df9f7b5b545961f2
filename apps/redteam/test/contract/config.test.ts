import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_RUNS_MAX } from '@gatehouse/store/redteam'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, start, until, untilFinal } from '../runs.ts'
import { send, serve, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ worker: { hold_ms: 100, idle_ms: 50 } })
})
afterAll(() => served.close())

/** The report of a run of which nothing is bounded by the test. */
async function reportOf(baseUrl: string, attackConfig: object, more: object = {}) {
  const { id } = await start(served, {
    target: { baseUrl, agentEndpoint: '/chat' },
    categories: ['prompt_injection'],
    attackConfig,
    ...more,
  })
  const { report } = await untilFinal(served, id)
  return report!
}

describe('attackConfig', () => {
  proves(
    [
      'redteam:config.adaptive-rounds',
      'redteam:config.max-attacks',
      'redteam:config.concurrency',
      'redteam:config.delay',
      'redteam:config.strategies',
      'redteam:config.multi-turn',
      'redteam:config.repeats',
      'redteam:service.adaptive',
      'redteam:categories.round-0',
    ],
    'has defaults, and stands in the report as it was used',
    async () => {
      const agent = await startAgent(decline)
      const report = await reportOf(agent.url, {})
      expect(report.config).toMatchObject({
        adaptiveRounds: 3,
        maxAttacksPerCategory: 15,
        concurrency: 3,
        delayMs: 0,
        strategiesPerRound: 8,
        maxMultiTurnSteps: 8,
        judgeConfidenceThreshold: 0.7,
        repeats: 1,
      })
      expect(report.rounds.map(({ round }) => round)).toEqual([0, 1, 2, 3])
      const [base, ...later] = report.rounds
      expect(base!.results.every(({ attack }) => attack.strategy === 'base')).toBe(true)
      const adapted = later.flatMap(({ results }) => results).filter(({ attack }) => attack.strategy !== 'base')
      expect(adapted.length).toBeGreaterThan(5)
      const plain = await reportOf(agent.url, { adaptiveRounds: 0, maxAttacksPerCategory: 4 })
      expect(plain.rounds.map(({ round, results }) => [round, results.length])).toEqual([[0, 4]])
      const chosen = await reportOf(agent.url, {
        adaptiveRounds: 1,
        maxAttacksPerCategory: 6,
        strategies: ['base64', 'role_play'],
      })
      const used = new Set(chosen.rounds[1]!.results.flatMap(({ attack }) => attack.strategy.split('+')))
      expect([...used].every((item) => item === 'base64' || item === 'role_play')).toBe(true)
    },
  )

  proves(
    'redteam:categories.max-counts',
    'maxAttacksPerCategory counts the attacks of all rounds, apart from repeats, honest wishes and attacks of one’s own',
    async () => {
      const agent = await startAgent(decline)
      const customAttacks = [{ category: 'prompt_injection', turns: ['My own words.'] }]
      const config = { maxAttacksPerCategory: 4, adaptiveRounds: 1, repeats: 2 }
      const report = await reportOf(agent.url, config, { customAttacks })
      const records = report.rounds.flatMap(({ results }) => results)
      expect(records.filter(({ custom }) => custom)).toHaveLength(2)
      const own = records.filter(({ custom }) => !custom)
      expect([own.length, new Set(own.map(({ attack }) => attack.id)).size]).toEqual([8, 4])
      expect(report.benign).toHaveLength(1)
    },
  )

  proves(
    ['redteam:config.requests-per-minute', 'redteam:config.concurrency'],
    'keeps as many requests at once, and as few in a minute, as it says',
    async () => {
      let now = 0
      let most = 0
      const agent = await startAgent(async (asked) => {
        now += 1
        most = Math.max(most, now)
        await wait(20)
        now -= 1
        return decline(asked)
      })
      await reportOf(agent.url, { concurrency: 2, maxAttacksPerCategory: 8, adaptiveRounds: 0 })
      expect(most).toBe(2)
      const at: number[] = []
      const slow = await startAgent((asked) => {
        at.push(performance.now())
        return decline(asked)
      })
      const from = performance.now()
      await reportOf(slow.url, { requestsPerMinute: 600, concurrency: 4, maxAttacksPerCategory: 8, adaptiveRounds: 0 })
      // The eight attacks are sent at least 100 ms apart. Delays on the way only add to this time.
      expect(at.at(-1)! - from).toBeGreaterThan(7 * 100)
    },
  )
})

proves('all:bodies.redteam', 'a body of more than 1 MiB is refused, and one below is read', async () => {
  const padded = (chars: number) => ({
    ...bodyOf('http://127.0.0.1:9', { strategies: ['no such'] }),
    more: 'x'.repeat(chars),
  })
  expect((await send(`${served.url}/api/run`, 'POST', padded(1024 * 1024))).status).toBe(413)
  expect((await send(`${served.url}/api/run`, 'POST', padded(1_000_000))).status).toBe(400)
})

test('a tenant has a limit of active runs, and a finished run frees a slot', async () => {
  const own = await serve({ worker: { hold_ms: 100, idle_ms: 50, lanes: 2 } })
  try {
    const agent = await startAgent(async (asked) => {
      if (agent.asked.length > 4) await new Promise(() => {})
      return decline(asked)
    })
    const ids: string[] = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let count = 0; count < LIVE_RUNS_MAX; count += 1) ids.push((await start(own, bodyOf(agent.url))).id)
    const answer = await send(`${own.url}/api/run`, 'POST', bodyOf(agent.url))
    expect([answer.status, answer.body['error']]).toEqual([429, 'rate_limited'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await send(`${own.url}/api/run/${ids.at(-1)}`, 'DELETE')
    const another = await start(own, bodyOf(agent.url))
    for (const id of [...ids.slice(0, -1), another.id]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(`${own.url}/api/run/${id}?purge=1`, 'DELETE')).status).toBe(200)
    }
  } finally {
    await own.close()
  }
})

test('a cancelled run aborts its calls at once, also in another process', async () => {
  const other = await serve({ database: served.database, worker: false })
  try {
    for (const asking of [served, other]) {
      let isGone = false
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const agent = await startAgent(async (asked, response) => {
        if (agent.asked.length <= 2) return decline(asked)
        response.on('close', () => (isGone = true))
        return new Promise<undefined>(() => {})
      })
      // oxlint-disable-next-line no-await-in-loop
      const { id } = await start(served, bodyOf(agent.url, { concurrency: 1 }))
      // oxlint-disable-next-line no-await-in-loop
      await until(served, id, () => agent.asked.length > 2)
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(`${asking.url}/api/run/${id}`, 'DELETE')).body).toMatchObject({ status: 'cancelled' })
      // The answer to the cancelling may be here before the agent has seen its caller go.
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => isGone).toBe(true)
    }
  } finally {
    await other.close()
  }
})
