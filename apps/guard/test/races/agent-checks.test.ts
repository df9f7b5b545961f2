import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, post, send } from '../serve.ts'
import { type Pair, sharedRedis, START_MS, startPair } from './pair.ts'

const TOKENS = 1_000
const EACH = 7
const REPORTS = 240

const redis = await sharedRedis()

describe.skipIf(redis.url === undefined)('two processes sharing a database and a Redis', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await startPair(redis.url!)
    await send(`${pair.at(0)}/v1/tenant/me/policies`, 'PUT', {
      input_guardrails: {},
      output_guardrails: {},
      agentic_guardrails: {
        agent_budget: { settings: { max_tokens_per_session: TOKENS, max_cost_usd_per_day: 1, loop_repeats: 5 } },
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }, START_MS)
  afterAll(async () => {
    await pair.close()
    await redis.close()
  })

  const charge = (index: number, body: object): Promise<Answer> =>
    post(`${pair.at(index)}/v1/shield/agent/budget`, {
      agent_key: 'a',
      session_id: 's',
      ...body,
    })
  const allowed = (answers: readonly Answer[]): number => answers.filter(({ body }) => body['allowed'] === true).length

  test('never let a session exceed its limit, and lose no report', async () => {
    const answers = await Promise.all(Array.from({ length: REPORTS }, (_, index) => charge(index, { tokens: EACH })))
    expect(allowed(answers) * EACH).toBeLessThanOrEqual(TOKENS)
    const after = await Promise.all([0, 1].map((index) => charge(index, {})))
    for (const { body } of after) expect(body).toMatchObject({ usage: { tokens: allowed(answers) * EACH } })
    // The budget that concurrent reports denied each other is still available to a single report.
    const left = TOKENS - allowed(answers) * EACH
    expect((await charge(1, { tokens: left })).body['allowed']).toBe(true)
    expect((await charge(0, { tokens: 1 })).status).toBe(429)
  })

  test('enforce the daily limit of an agent across sessions, to the millionth of a dollar', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        charge(index, { agent_key: 'b', session_id: `s${index}`, cost_usd: 0.1 }),
      ),
    )
    expect(allowed(answers)).toBeLessThanOrEqual(10)
    const { body } = await charge(0, { agent_key: 'b', session_id: 'x' })
    expect(body).toMatchObject({ usage: { day: { cost_usd: allowed(answers) / 10 } } })
  })

  test('detect a loop that spans both', async () => {
    const answers: Answer[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- a loop is one call after the other
      answers.push(await charge(turn, { agent_key: 'c', tool_name: 'search', tool_params: { q: 'x' } }))
    }
    expect(allowed(answers)).toBe(4)
  })
})
