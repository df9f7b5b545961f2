import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, post, send } from '../serve.ts'
import { type Pair, sharedRedis, START_MS, startPair } from './pair.ts'

const CALLS = 60
const ROUNDS = 15
/** docs/spec/guard.md: a write is in force on every instance within a second. */
const IN_FORCE_MS = 1_000
const ROOMY = { rate_limit: { limit: 100_000 }, session_limit: 100_000 }

const redis = await sharedRedis()

describe.skipIf(redis.url === undefined)('tool checks in two concurrent processes', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await startPair(redis.url!)
    const policies = {
      windowed: { rate_limit: { limit: 10, window_seconds: 600 } },
      counted: { ...ROOMY, session_limit: 7 },
      bounded: { ...ROOMY, workflow: { max_tool_calls: 5, max_cost_usd: 100 } },
      read: {
        ...ROOMY,
        workflow: {
          forbidden_transitions: [
            ['read', 'send'],
            ['send', 'read'],
          ],
        },
      },
      send: ROOMY,
    }
    const put = await send(`${at(0)}/v1/agents/tools/policies`, 'PUT', policies)
    if (put.status !== 200) throw new Error(`the policies were not taken: ${put.text}`)
    await sleep(IN_FORCE_MS)
  }, START_MS)
  afterAll(async () => {
    await pair.close()
    await redis.close()
  })

  const at = (index: number): string => pair.at(index)
  const check = (index: number, tool_name: string, rest: object = {}): Promise<Answer> =>
    post(`${at(index)}/v1/shield/tool/check`, { agent_key: 'bot', tool_name, ...rest })
  const allowed = (answers: readonly Answer[]): number => answers.filter(({ body }) => body['allowed'] === true).length
  const many = (tool: string, rest: object): Promise<Answer[]> =>
    Promise.all(Array.from({ length: CALLS }, (_none, index) => check(index, tool, rest)))

  proves('guard:limits.tool-window', 'share the window of a tool', async () => {
    const answers = await many('windowed', {})
    expect(allowed(answers)).toBe(10)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  proves('guard:tool-policies.session-limit', 'share the limits of a session', async () => {
    expect(allowed(await many('counted', { session_id: 's' }))).toBe(7)
  })

  proves('guard:tool-policies.workflow', 'share the totals of a session, and never go over them', async () => {
    const answers = await many('bounded', { session_id: 'totals', estimated_cost_usd: 1 })
    expect(allowed(answers)).toBeLessThanOrEqual(5)
    // Denied calls released their reservation, so the remaining budget is available.
    let ran = allowed(answers)
    for (let turn = ran; turn < 8; turn++) {
      ran += allowed([await check(turn, 'bounded', { session_id: 'totals', estimated_cost_usd: 1 })])
    }
    expect(ran).toBe(5)
  })

  proves('guard:tool-policies.transitions', 'do not let two calls follow each other unseen', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const rest = { session_id: `order-${round}` }
      const answers = await Promise.all([check(0, 'read', rest), check(1, 'send', rest)])
      expect(allowed(answers)).toBeLessThanOrEqual(1)
    }
  })

  proves('guard:breaker.opens', 'stop a tool that keeps failing everywhere', async () => {
    for (let failure = 0; failure < 3; failure++) {
      const report = { tool_name: 'flaky', success: false }
      await post(`${at(failure)}/v1/tenant/me/agentic/circuit-breakers/report`, report)
    }
    expect(allowed(await Promise.all([check(0, 'flaky'), check(1, 'flaky')]))).toBe(0)
  })
})
