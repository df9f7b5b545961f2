import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { Clock } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Attacker, attackPoints, AttackRules, noteAttack } from '../../src/agentic/attack-points.ts'
import { runChain } from '../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../src/agentic/engine/compile.ts'
import { NO_AGENTIC_CONFIG } from '../../src/agentic/engine/config.ts'
import type { Approvals, SharedState } from '../../src/agentic/engine/ports.ts'
import attackBudget from '../../src/agentic/guards/attack-budget.ts'
import { type PartialToolCall, makeToolCall } from '../../src/agentic/tool-call.ts'
import { localPorts } from './ports.ts'

const result = (guardrail: string, action: GuardrailResult['action'], details = {}): GuardrailResult => ({
  guardrail,
  passed: action === 'pass',
  action,
  message: '',
  details,
  latency_ms: 0,
})
const blocked = [result('cert_identity', 'pass'), result('tool_allowlist', 'block')]

function world(settings: Readonly<Record<string, unknown>> = {}, enabled = true) {
  let now_ms = 1_000_000
  const clock: Clock = { now: () => now_ms }
  const approvals: Approvals = {
    request: () => Promise.resolve({ requestId: 'q', expiresAt: new Date(now_ms), requiredApprovals: 1 }),
    spend: () => Promise.resolve('spent'),
  }
  const guardrails = { attack_budget: { enabled, settings } }
  const config = { ...NO_AGENTIC_CONFIG, tenantId: 't', guardrails }
  const entries = compileAgentic(guardrails, [attackBudget], 'enforce')
  const writes: string[] = []
  const { state, windows } = localPorts(clock)
  const counting: SharedState = {
    ...state,
    set: (key, ...rest) => (writes.push(key), state.set(key, ...rest)),
    increment: (key, ...rest) => (writes.push(key), state.increment(key, ...rest)),
  }
  const attacker: Attacker = { agentKey: 'bot', headerAgentKey: undefined, sessionId: 's' }
  return {
    writes,
    pass: (seconds: number) => void (now_ms += seconds * 1_000),
    note: (results: readonly GuardrailResult[] = blocked, by: Attacker = attacker, isContent = false) =>
      noteAttack({ tenantId: 't', entries, state: counting, now_ms }, by, results, isContent),
    check: (givenToolCall: Partial<PartialToolCall> = {}) =>
      runChain(
        [attackBudget],
        entries,
        makeToolCall({ tool: 'read', agentKey: 'bot', sessionId: 's', ...givenToolCall }),
        {
          config,
          ports: { state, windows, approvals },
          clock,
          requestId: 'r',
        },
      ),
  }
}

async function times(count: number, subject: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at++) await subject()
}

describe('the attack budget', () => {
  test('makes a session stricter for a time after enough blocks, and reports it', async () => {
    const { note, check, pass } = world()
    await times(4, () => note())
    expect(await check()).toMatchObject({ allowed: true })
    await note()
    const verdict = await check()
    expect(verdict).toMatchObject({ action: 'require_approval', extra: { request_id: 'q' } })
    const until = new Date(1_600_000).toISOString()
    expect(verdict.results[0]).toMatchObject({ details: { strict: true, scope: 'session', until } })
    expect(await check({ grantId: 'g' })).toMatchObject({ allowed: true })
    expect(await check({ sessionId: 'other' })).toMatchObject({ allowed: true })
    pass(599)
    expect(await check()).toMatchObject({ allowed: false })
    pass(1)
    expect(await check()).toMatchObject({ allowed: true })
  })

  test('forgets attempts after the window', async () => {
    const { note, check, pass } = world()
    await times(4, () => note())
    pass(300)
    await note()
    expect(await check()).toMatchObject({ allowed: true })
  })

  test('blocks if the tenant enables blocking', async () => {
    const { note, check } = world({ response: 'block', blocks: 1 })
    await note()
    expect(await check()).toMatchObject({ action: 'block' })
    expect(await check({ grantId: 'g' })).toMatchObject({ action: 'block' })
  })

  test('counts near misses partially, and attempts of one user across sessions', async () => {
    const { note, check } = world({ blocks: 1 })
    const warned = [result('memory_guard', 'warn')]
    const by = (sessionId: string): Attacker => ({
      agentKey: 'bot',
      headerAgentKey: undefined,
      sessionId,
      userId: 'eve',
    })
    for (const session of ['a', 'b', 'c']) await note(warned, by(session))
    expect(await check({ sessionId: 'z', userId: 'eve' })).toMatchObject({ allowed: true })
    await note(warned, by('d'))
    expect(await check({ sessionId: 'z', userId: 'eve' })).toMatchObject({ allowed: false })
    expect(await check({ sessionId: 'z', userId: 'ann' })).toMatchObject({ allowed: true })
  })

  test('an agent becomes stricter only if the tenant enables it or no other subject is named', async () => {
    const elsewhere: Attacker = { agentKey: 'bot', headerAgentKey: undefined, sessionId: 'x' }
    const alone = world({ blocks: 1 })
    await alone.note(blocked, elsewhere)
    expect(await alone.check()).toMatchObject({ allowed: true })
    const together = world({ blocks: 1, scopes: ['agent'] })
    await together.note(blocked, elsewhere)
    expect(await together.check()).toMatchObject({ allowed: false })
    const unnamed = world({ blocks: 1 })
    await unnamed.note(blocked, { ...elsewhere, sessionId: undefined })
    expect(await unnamed.check({ sessionId: undefined })).toMatchObject({ allowed: false })
  })

  test('a new session per attempt does not evade the budget', async () => {
    const { note, check } = world({ blocks: 3 })
    const from = (session: number): Attacker => ({
      agentKey: 'bot',
      headerAgentKey: undefined,
      sessionId: `s${session}`,
    })
    for (let session = 0; session < 11; session++) await note(blocked, from(session))
    expect(await check({ sessionId: 'new' })).toMatchObject({ allowed: true })
    await note(blocked, from(11))
    for (const sessionId of ['new', undefined]) {
      const verdict = await check({ sessionId })
      expect(verdict).toMatchObject({ allowed: false })
      expect(verdict.results[0]).toMatchObject({ details: { scope: 'agent' } })
    }
    expect(await check({ agentKey: 'other' })).toMatchObject({ allowed: true })
  })

  test('an agent has the limit set by the tenant, or no limit', async () => {
    const from = (session: number): Attacker => ({
      agentKey: 'bot',
      headerAgentKey: undefined,
      sessionId: `s${session}`,
    })
    for (const [agent_blocks, allowed] of [
      [2, false],
      [0, true],
    ] as const) {
      const { note, check } = world({ blocks: 2, agent_blocks })
      for (let session = 0; session < 9; session++) await note(blocked, from(session))
      expect(await check({ sessionId: 'new' })).toMatchObject({ allowed })
    }
  })

  test('no agent or impersonator can make the session of another agent stricter', async () => {
    const { note, check } = world({ blocks: 3 })
    await times(5, () => note(blocked, { agentKey: 'eve', headerAgentKey: undefined, sessionId: 's' }))
    await times(5, () => note([result('cert_identity', 'block')]))
    expect(await check()).toMatchObject({ allowed: true })
    expect(await check({ agentKey: 'eve' })).toMatchObject({ allowed: false })
  })

  test('texts of a session without an agent count for the agent that acts in it', async () => {
    const { note, check } = world({ blocks: 3 })
    const nobody: Attacker = { agentKey: undefined, headerAgentKey: undefined, sessionId: 's' }
    await times(3, () => note(blocked, nobody, true))
    expect(await check()).toMatchObject({ allowed: false })
    expect(await check({ sessionId: 'other' })).toMatchObject({ allowed: true })
    const both = world({ blocks: 3 })
    await both.note()
    await times(2, () => both.note(blocked, nobody, true))
    expect(await both.check()).toMatchObject({ allowed: false })
    both.pass(599)
    expect(await both.check()).toMatchObject({ allowed: false })
    both.pass(1)
    expect(await both.check()).toMatchObject({ allowed: true })
  })

  test.each([
    ['a switched-off tool', 'tool_killswitch', 'block', {}, 0],
    ['a rate limit', 'tool_call_rate_limiting', 'block', {}, 0],
    ['an approval', 'approval_workflow', 'require_approval', {}, 0],
    ['a grant that is made up', 'approval_workflow', 'block', {}, 100],
    ['itself', 'attack_budget', 'block', {}, 0],
    ['a guard that failed', 'parameter_policy', 'block', { error: 'down' }, 0],
    ['arguments that break a schema', 'tool_call_validation', 'block', {}, 25],
    ['a flow that needs an approval', 'data_flow', 'require_approval', {}, 0],
    ['a block', 'rbac_guard', 'block', {}, 100],
    ['a warning', 'memory_guard', 'warn', {}, 25],
  ] as const)('%s scores its own points', (_title, guardrail, action, details, points) => {
    expect(attackPoints([result(guardrail, action, details)], AttackRules.parse({}))).toBe(points)
  })

  test('one verdict counts once, with its highest score', () => {
    const arbitrary = fc.record({
      guardrail: fc.constantFrom('rbac_guard', 'data_flow', 'tool_call_validation', 'tool_killswitch'),
      action: fc.constantFrom('pass', 'warn', 'block', 'require_approval'),
    })
    fc.assert(
      fc.property(fc.array(arbitrary), (steps) => {
        const results = steps.map(({ guardrail, action }) => result(guardrail, action))
        const each = results.map((single) => attackPoints([single], AttackRules.parse({})))
        expect(attackPoints(results, AttackRules.parse({}))).toBe(Math.max(0, ...each))
      }),
    )
  })

  test('writes nothing for passing verdicts or if disabled, and one entry per subject for a block', async () => {
    const { note, writes } = world()
    await note([result('rbac_guard', 'pass')])
    expect(writes).toEqual([])
    await note(blocked, undefined, true)
    expect(writes).toHaveLength(2)
    const off = world({}, false)
    await off.note()
    expect(off.writes).toEqual([])
  })

  test('texts without a subject are not counted, nor are texts if the tenant disables counting', async () => {
    const { note, writes } = world()
    await note(blocked, { agentKey: undefined, headerAgentKey: undefined, sessionId: undefined }, true)
    expect(writes).toEqual([])
    const without = world({ count_content: false })
    await without.note(blocked, undefined, true)
    expect(without.writes).toEqual([])
  })
})
