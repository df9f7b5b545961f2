import { systemClock } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessChain, actionChain, budgetChain, mcpChain, memoryChain } from '../../src/agentic/agent-chains.ts'
import type { AgentCall, ChainGuard } from '../../src/agentic/engine/guard.ts'
import { localMemory } from './local-memory.ts'
import { people } from './acting.ts'
import { tenantOf } from './run.ts'

const name = fc.oneof(
  fc.constantFrom('a', 'agent:a', '__proto__', 'constructor', 'toString', '*', 'a:b', 'notes', '', '../x', '%00', 'a*'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const maybe = fc.option(name, { nil: undefined })
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>
const object = fc.dictionary(name, json, { maxKeys: 5 })
const whole = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000_000 }))

const caller = { agentKey: maybe, headerAgentKey: fc.constant(undefined), userRole: maybe, sessionId: maybe }

/** A tenant that has configured something of everything. */
const busy = {
  agents: {
    a: { tools: ['*'], agent_permissions: { b: ['memory.*', 'read'] }, role_permissions: { user: ['x*'] } },
    b: { status: 'disabled' as const },
  },
  roles: {
    user: { data_clearance: 'internal', max_tokens_per_request: 10, allowed_tools: ['x*'] },
    odd: { data_clearance: '?' },
  },
  rbacAgents: { a: 'user' },
  guardrails: {
    data_access_guard: { settings: { resources: [{ pattern: '*x*', classification: 'restricted', roles: ['user'] }] } },
    action_guard: { settings: { denied_actions: ['*x*'], numeric_limits: [{ path: '*.a', max: 1 }] } },
    agent_budget: { settings: { max_tokens_per_session: 1_000, max_cost_usd_per_day: 1 } },
    memory_guard: { settings: { shared_namespaces: ['notes*'], pii: true } },
    mcp_guard: { settings: { require_registration: false, blocked_servers: ['*x*'] } },
  },
}

const only = (guardrails: typeof busy.guardrails, guard: keyof typeof busy.guardrails) => ({
  [guard]: guardrails[guard],
})

const RUNS = 300

/** @returns calls that were checked without a guard error */
async function holds<Call extends AgentCall>(
  chain: readonly ChainGuard<Call>[],
  guard: keyof typeof busy.guardrails,
  calls: fc.Arbitrary<Call>,
): Promise<number> {
  let runs = 0
  const ports = { ...people().ports, memory: localMemory(systemClock) }
  const tenants = [
    tenantOf(chain, { ports }),
    tenantOf(chain, { ...busy, guardrails: only(busy.guardrails, guard), ports }),
  ]
  await fc.assert(
    fc.asyncProperty(calls, fc.nat(1), async (call, which) => {
      const verdict = await tenants[which]!(call)
      runs += 1
      const stopped = verdict.results.some(({ action }) => action === 'block' || action === 'require_approval')
      expect(verdict.allowed).toBe(!stopped)
      expect(verdict.results[0]?.guardrail).toBe('cert_identity')
    }),
    { numRuns: RUNS },
  )
  return runs
}

test('no call makes the agent check fail', async () => {
  const runs = await holds(
    accessChain,
    'data_access_guard',
    fc.record({ ...caller, action: name, resource: name, sourceAgent: maybe, classification: maybe }),
  )
  expect(runs).toBe(RUNS)
})

test('no call makes the action check fail', async () => {
  const runs = await holds(
    actionChain,
    'action_guard',
    fc
      .record({
        ...caller,
        action: name,
        resource: maybe,
        params: object,
        risk: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
        argumentsHash: fc.constant('h'),
        grantId: maybe,
        approvalRequestId: maybe,
        confirmationToken: maybe,
      })
      .map((call) => ({ ...call, tool: call.action, args: call.params })),
  )
  expect(runs).toBe(RUNS)
})

test('no report makes the budget check fail', async () => {
  const runs = await holds(
    budgetChain,
    'agent_budget',
    fc.record({
      ...caller,
      tokens: whole,
      microUsd: whole,
      toolCalls: whole,
      signatures: fc.array(name, { maxLength: 40 }),
    }),
  )
  expect(runs).toBe(RUNS)
})

test('no memory operation makes the memory check fail', async () => {
  const runs = await holds(
    memoryChain,
    'memory_guard',
    fc.record({
      ...caller,
      operation: fc.constantFrom('read' as const, 'write' as const, 'delete' as const),
      key: name,
      value: fc.option(json, { nil: undefined }),
      memoryType: maybe,
      namespace: maybe,
      classification: maybe,
      sourceAgent: maybe,
    }),
  )
  expect(runs).toBe(RUNS)
})

test('no tool definition makes the definition check fail', async () => {
  const runs = await holds(
    mcpChain,
    'mcp_guard',
    fc.record({
      ...caller,
      serverId: name,
      tool: name,
      texts: fc.option(
        fc.record({ title: maybe, description: maybe, inputSchema: object, outputSchema: object, annotations: object }),
        { nil: undefined },
      ),
    }),
  )
  expect(runs).toBe(RUNS)
})
