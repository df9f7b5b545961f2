import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { budgetChain } from '../../src/agentic/agent-chains.ts'
import { type BudgetCall, microUsd, usdOf } from '../../src/agentic/budget/call.ts'
import { charge, COUNT_MAX } from '../../src/agentic/budget/counters.ts'
import { loopIn } from '../../src/agentic/budget/loops.ts'
import type { SharedState } from '../../src/agentic/engine/ports.ts'
import { localState } from '../../src/local-state.ts'
import { systemClock } from '@gatehouse/kernel'
import { localPorts } from './ports.ts'
import { NOBODY, tenantOf, type TestTenant } from './run.ts'

const report = (over: Partial<BudgetCall> = {}): BudgetCall => ({
  ...NOBODY,
  agentKey: 'a',
  sessionId: 's',
  tokens: 0,
  microUsd: 0,
  toolCalls: 0,
  signatures: [],
  ...over,
})

const team = (settings: object, rest: TestTenant = {}, entry: object = {}) =>
  tenantOf(budgetChain, { guardrails: { agent_budget: { settings: { ...settings }, ...entry } }, ...rest })

describe('a budget', () => {
  test('a limit is usable to its last token and no further, and a refused report charges nothing', async () => {
    const check = team({ max_tokens_per_session: 100 })
    expect(await check(report({ tokens: 60 }))).toMatchObject({ allowed: true })
    const refused = await check(report({ tokens: 41 }))
    expect(refused).toMatchObject({ allowed: false, action: 'block', retryAfter_s: 86_400 })
    expect(refused.extra).toMatchObject({ usage: { tokens: 60 }, remaining: { tokens: 40 } })
    expect((await check(report({ tokens: 40 }))).extra).toMatchObject({
      usage: { tokens: 100 },
      remaining: { tokens: 0 },
    })
    // A question without an amount: is there anything left?
    expect(await check(report())).toMatchObject({ allowed: false })
  })

  test('sessions and agents have separate budgets, whatever their names', async () => {
    const check = team({ max_tool_calls_per_session: 1 })
    for (const call of [
      { agentKey: 'a', sessionId: 's' },
      { agentKey: 'a', sessionId: 't' },
      { agentKey: 'b', sessionId: 's' },
      { agentKey: 'a","s', sessionId: '' },
      { agentKey: 'a', sessionId: '","s' },
      { agentKey: '__proto__', sessionId: 'constructor' },
    ]) {
      expect((await check(report({ ...call, toolCalls: 1 }))).allowed).toBe(true)
      expect((await check(report({ ...call, toolCalls: 1 }))).allowed).toBe(false)
    }
  })

  test('the daily limit of an agent spans all its sessions and resets at midnight', async () => {
    let now = Date.parse('2026-11-21T23:00:00Z')
    const check = team({ max_cost_usd_per_day: 0.5 }, { now: () => now })
    expect((await check(report({ microUsd: microUsd(0.3) }))).allowed).toBe(true)
    const refused = await check(report({ sessionId: 'other', microUsd: microUsd(0.3) }))
    expect(refused).toMatchObject({ allowed: false, retryAfter_s: 3_600 })
    expect(refused.extra).toMatchObject({ remaining: { cost_usd: 0.2, session: { cost_usd: null } } })
    now += 3_600_000
    expect((await check(report({ sessionId: 'other', microUsd: microUsd(0.3) }))).allowed).toBe(true)
  })

  test('an agent may have limits of its own', async () => {
    const check = team({ max_tokens_per_session: 10, agents: { big: { max_tokens_per_session: 1_000 } } })
    expect((await check(report({ tokens: 11 }))).allowed).toBe(false)
    expect((await check(report({ agentKey: 'big', tokens: 1_000 }))).allowed).toBe(true)
    expect((await check(report({ agentKey: 'toString', tokens: 11 }))).allowed).toBe(false)
  })

  test('a role is limited to its tokens per request, without expiry of the limit', async () => {
    const check = team({}, { roles: { user: { max_tokens_per_request: 5 } } })
    const refused = await check(report({ userRole: 'user', tokens: 6 }))
    expect(refused).toMatchObject({ allowed: false })
    expect(refused.retryAfter_s).toBeUndefined()
    expect(refused.results.at(-1)).toMatchObject({ category: 'request_tokens' })
    expect(refused.extra).toMatchObject({ usage: { tokens: 0 } })
  })

  test('a monitored tenant is not refused, and executed calls are counted', async () => {
    const check = team({ max_tokens_per_session: 10 }, { mode: 'monitor' })
    await check(report({ tokens: 8 }))
    const verdict = await check(report({ tokens: 8 }))
    expect(verdict).toMatchObject({ allowed: true, action: 'pass', would: { action: 'block', block: true } })
    expect(verdict.results.at(-1)?.details).toMatchObject({ usage: { tokens: 16 } })
  })

  test('a tenant cannot set the guard to unlimited', () => {
    for (const bad of [-1, Number.NaN, Infinity, 1.5, 2 ** 60]) {
      expect(() => team({ max_tokens_per_session: bad })).toThrow('agent_budget')
    }
    expect(() => team({ max_cost_usd_per_day: -0.01 })).toThrow('agent_budget')
  })

  test('concurrent reports never exceed a limit together, and refused reports are not counted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 200 }),
        async (amounts, limit) => {
          const check = team({ max_tokens_per_session: limit })
          const verdicts = await Promise.all(amounts.map((tokens) => check(report({ tokens }))))
          const admitted = amounts.filter((_, index) => verdicts[index]!.allowed).reduce((sum, item) => sum + item, 0)
          expect(admitted).toBeLessThanOrEqual(limit)
          const after = await check(report())
          expect(after.extra).toMatchObject({ usage: { tokens: admitted }, remaining: { tokens: limit - admitted } })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('counters cannot overflow', async () => {
    const state = localState(systemClock)
    const none = { tokens: undefined, microUsd: undefined, toolCalls: undefined }
    const spans = {
      session: { key: 's', limits: none, ttl_ms: 1_000 },
      day: { key: 'd', limits: none, ttl_ms: 1_000 },
    }
    await state.increment('s:tokens', COUNT_MAX - 1, 1_000)
    const amounts = { tokens: 100, microUsd: 0, toolCalls: 0 }
    const { over } = await charge(state, spans, amounts, true)
    expect(over).toEqual({ span: 'session', what: 'tokens', limit: COUNT_MAX })
    expect(await state.increment('s:tokens', 0, 1_000)).toBe(COUNT_MAX - 1)
  })

  test('a state failure midway loses nothing silently', async () => {
    const inner = localState(systemClock)
    const state: SharedState = {
      ...inner,
      increment: (key, by, ttl_ms) =>
        key.includes(':day:') && by > 0 ? Promise.reject(new Error('down')) : inner.increment(key, by, ttl_ms),
    }
    const ports = { ...localPorts(), state }
    const check = tenantOf(budgetChain, { guardrails: {}, ports })
    await expect(check(report({ tokens: 5 }))).rejects.toThrow('agent_budget failed')
    expect(await inner.increment('t:budget:session:["a","s"]:tokens', 0, 1_000)).toBe(0)
  })
})

describe('costs', () => {
  test.each([
    [0, 0],
    [0.1, 100_000],
    [0.29, 290_000],
    [1e-9, 1],
    [50, 50_000_000],
    [99_999_999.99, 99_999_999_990_000],
  ])('%d dollars are %d millionths', (usd, micro) => {
    expect(microUsd(usd)).toBe(micro)
  })

  test('are never less than was reported', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (usd) => {
        const micro = microUsd(usd)
        expect(Number.isSafeInteger(micro)).toBe(true)
        expect(usdOf(micro)).toBeGreaterThanOrEqual(usd * (1 - 1e-9) - 1e-9)
        expect(usdOf(micro)).toBeLessThanOrEqual(usd + 1.01e-6)
      }),
    )
  })
})

describe('loops', () => {
  const rules = { repeats: 3, calls_max: 10, window_ms: 1_000 }

  test.each([
    ['aab', undefined],
    ['aaa', { period: 1, times: 3 }],
    ['xaaa', { period: 1, times: 3 }],
    ['ababab', { period: 2, times: 3 }],
    ['babab', undefined],
    ['abcabcabc', { period: 3, times: 3 }],
    ['abcdabcdabcd', { period: 4, times: 3 }],
    ['abcdeabcdeabcde', undefined],
    ['abacadaeafag', undefined],
  ])('%s', (calls, loop) => {
    expect(loopIn(letters(calls), 1, rules)).toEqual(loop)
  })

  test('a call repeated too often is reported in any order', () => {
    const calls = Array.from({ length: 22 }, (_, at) => (at % 2 === 0 ? 'a' : `x${at}`))
    expect(loopIn([...calls, 'a'], 1, rules)).toEqual({ period: 0, times: 12 })
  })

  test('the same repeated call is refused, and another call passes', async () => {
    let now = 1_000_000
    const check = team({ loop_repeats: 3, loop_window_seconds: 60 }, { now: () => now })
    const budgetCall = report({ toolCalls: 1, signatures: ['search:x'] })
    expect((await check(budgetCall)).allowed).toBe(true)
    expect((await check(budgetCall)).allowed).toBe(true)
    const refused = await check(budgetCall)
    expect(refused).toMatchObject({ allowed: false })
    expect(refused.results.at(-1)).toMatchObject({ category: 'loop', details: { loop: { period: 1, times: 3 } } })
    expect(refused.extra).toMatchObject({ usage: { tool_calls: 2 } })
    expect((await check(report({ signatures: ['search:y'] }))).allowed).toBe(true)
    now += 61_000
    expect((await check(budgetCall)).allowed).toBe(true)
  })

  test('two alternating calls are refused, also within one report', async () => {
    const check = team({ loop_repeats: 3 })
    expect(await check(report({ signatures: letters('abababz') }))).toMatchObject({ allowed: false })
    expect(await check(report({ agentKey: 'b', signatures: letters('abcabd') }))).toMatchObject({ allowed: true })
  })
})

function letters(text: string): readonly string[] {
  return text.split('')
}
