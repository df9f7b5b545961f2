import { describe, expect, test } from 'vitest'
import { reportOutcome } from '../../../src/agentic/breaker.ts'
import { createToolGuard } from '../../../src/create-tool-guard.ts'
import { localPorts } from '../ports.ts'
import { movedClock } from './clock.ts'
import { decided } from './decided.ts'

describe('limits of calls', () => {
  test('a tool has one window per agent, and a full window reports its retry time', async () => {
    const clock = movedClock()
    const guard = createToolGuard({ toolPolicies: { x: { rate_limit: { limit: 2, window_seconds: 10 } } }, clock })
    const call = (agentKey: string) => guard.check({ tool: 'x', agentKey })
    expect([(await call('a')).allowed, (await call('a')).allowed]).toEqual([true, true])
    const refused = await call('a')
    expect(decided(refused)).toBe('tool_call_rate_limiting: rate_limit')
    expect((await call('b')).allowed).toBe(true)
    clock.move(10_001)
    expect((await call('a')).allowed).toBe(true)
  })

  test('a limit of zero allows no call', async () => {
    expect(
      decided(await createToolGuard({ toolPolicies: { x: { rate_limit: { limit: 0 } } } }).check({ tool: 'x' })),
    ).toBe('tool_call_rate_limiting: rate_limit')
  })

  test('a tool without a policy has the limit of the settings, and no limit by default', async () => {
    const free = createToolGuard()
    for (let call = 0; call < 150; call++) expect((await free.check({ tool: 'x' })).allowed).toBe(true)
    const limited = createToolGuard({ guardrails: { tool_call_rate_limiting: { limit: 1 } } })
    expect((await limited.check({ tool: 'x' })).allowed).toBe(true)
    expect((await limited.check({ tool: 'x' })).allowed).toBe(false)
    expect((await limited.check({ tool: 'y' })).allowed).toBe(true)
  })

  test('a call refused by one limit consumes no other limit', async () => {
    const guard = createToolGuard({
      rbac: { roles: { guest: { rate_limit: '3/min' } } },
      toolPolicies: { x: { rate_limit: { limit: 1 } }, y: {} },
    })
    const call = (tool: string) => guard.check({ tool, userRole: 'guest', sessionId: 's' })
    expect((await call('x')).allowed).toBe(true)
    for (let refused = 0; refused < 5; refused++) expect((await call('x')).allowed).toBe(false)
    expect([(await call('y')).allowed, (await call('y')).allowed, (await call('y')).allowed]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('a session may call a tool so often, and only calls that run count', async () => {
    const policy = { session_limit: 2, parameter_policy: { required_fields: ['a'] } }
    const guard = createToolGuard({ toolPolicies: { x: policy } })
    const call = (args: object, sessionId = 's') => guard.check({ tool: 'x', args: { ...args }, sessionId })
    for (let refused = 0; refused < 4; refused++) expect(decided(await call({}))).toMatch(/^parameter_policy/)
    expect([(await call({ a: 1 })).allowed, (await call({ a: 1 })).allowed]).toEqual([true, true])
    expect(decided(await call({ a: 1 }))).toBe('tool_call_rate_limiting: session_limit')
    expect((await call({ a: 1 }, 'another')).allowed).toBe(true)
  })

  test('omitting the session does not evade a session limit', async () => {
    const guard = createToolGuard({ toolPolicies: { x: { session_limit: 2 }, y: {} } })
    for (let call = 0; call < 3; call++) {
      expect(decided(await guard.check({ tool: 'x' }))).toBe('tool_call_rate_limiting: no_session')
    }
    // The default limit of a policy is not an explicit setting: clients without sessions keep working.
    for (let call = 0; call < 60; call++) expect((await guard.check({ tool: 'y' })).allowed).toBe(true)
    const strict = createToolGuard({ guardrails: { tool_call_rate_limiting: { session_limit: 2 } } })
    expect(decided(await strict.check({ tool: 'z' }))).toBe('tool_call_rate_limiting: no_session')
    expect((await strict.check({ tool: 'z', sessionId: 's' })).allowed).toBe(true)
  })

  test('of many concurrent calls of a session exactly the allowed number run', async () => {
    const guard = createToolGuard({ toolPolicies: { x: { session_limit: 7 } } })
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => guard.check({ tool: 'x', sessionId: 's' })))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(7)
  })
})

describe('a repeatedly failing tool', () => {
  test('is stopped, probed once, and runs again', async () => {
    const clock = movedClock()
    const ports = localPorts(clock)
    const guard = createToolGuard({ ports, clock })
    const rules = { failure_threshold: 3, open_seconds: 300, probe_seconds: 30 }
    const report = (success: boolean) => reportOutcome(ports.state, 'local', 'x', { success }, rules, clock.now())
    for (let failure = 0; failure < 3; failure++) await report(false)
    expect(decided(await guard.check({ tool: 'x' }))).toBe('circuit_breaker: circuit_open')
    expect((await guard.check({ tool: 'y' })).allowed).toBe(true)
    clock.move(300_001)
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => guard.check({ tool: 'x' })))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(1)
    await report(true)
    expect((await guard.check({ tool: 'x' })).allowed).toBe(true)
  })
})

test('a call that would have tried a tool and is refused later leaves the try to another', async () => {
  const clock = movedClock()
  const ports = localPorts(clock)
  const toolPolicies = { x: { parameter_policy: { required_fields: ['a'] } } }
  const guard = createToolGuard({ ports, clock, toolPolicies })
  const rules = { failure_threshold: 1, open_seconds: 300, probe_seconds: 30 }
  await reportOutcome(ports.state, 'local', 'x', { success: false }, rules, clock.now())
  clock.move(300_001)
  expect(decided(await guard.check({ tool: 'x' }))).toMatch(/^parameter_policy/)
  expect((await guard.check({ tool: 'x', args: { a: 1 } })).allowed).toBe(true)
  expect(decided(await guard.check({ tool: 'x', args: { a: 1 } }))).toBe('circuit_breaker: circuit_open')
})
