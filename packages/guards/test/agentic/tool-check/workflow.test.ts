import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allAgenticGuards } from '../../../src/agentic.gen.ts'
import { runChain } from '../../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../../src/agentic/engine/compile.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import { defineAgenticGuard, fine, refuse } from '../../../src/agentic/engine/guard.ts'
import type { AgenticPorts } from '../../../src/agentic/engine/ports.ts'
import toolAllowlist from '../../../src/agentic/guards/tool-allowlist.ts'
import { PLACES_MAX } from '../../../src/agentic/session/history.ts'
import { makeToolCall, type ToolCall } from '../../../src/agentic/tool-call.ts'
import { toolChain } from '../../../src/agentic/tool-chain.ts'
import { createToolGuard, type ToolGuardOptions } from '../../../src/create-tool-guard.ts'
import { localPorts } from '../ports.ts'

type Workflows = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns policies with the given workflows and without limits that could interfere. */
function policies(workflows: Workflows): NonNullable<ToolGuardOptions['toolPolicies']> {
  return Object.fromEntries(
    Object.entries(workflows).map(([tool, workflow]) => [tool, { workflow, rate_limit: { limit: 1_000_000 } }]),
  )
}

/** Returns the results of one session's calls, in order: `+` runs, `-` is denied. */
async function walk(workflows: Workflows, tools: readonly string[], sessionId = 's'): Promise<string> {
  const guard = createToolGuard({ toolPolicies: policies(workflows) })
  let line = ''
  for (const tool of tools) line += (await guard.check({ tool, sessionId })).allowed ? '+' : '-'
  return line
}

describe('the order of calls in a session', () => {
  const readThenSend: Workflows = { send: { allowed_transitions: [['read', 'send']] } }
  const chain: Workflows = {
    check: {
      allowed_transitions: [
        ['read', 'check'],
        ['check', 'send'],
      ],
    },
  }

  test.each<[string, Workflows, readonly string[], string]>([
    ['a tool that may be reached from one runs behind it', readThenSend, ['read', 'send'], '++'],
    ['and nowhere else', readThenSend, ['other', 'send'], '+-'],
    ['and not first', readThenSend, ['send'], '-'],
    [
      'a refused call is none: the one before it still counts',
      readThenSend,
      ['read', 'x', 'send', 'read', 'send'],
      '++-++',
    ],
    ['tools without rules are free', readThenSend, ['read', 'other', 'read', 'read'], '++++'],
    ['the beginning may be named', { send: { allowed_transitions: [['', 'send']] } }, ['send', 'send'], '+-'],
    [
      'a star means anything, the beginning too',
      { send: { allowed_transitions: [['*', 'send']] } },
      ['send', 'x', 'send'],
      '+++',
    ],
    [
      'prefixes are understood',
      { 'pay_*': { allowed_transitions: [['read_*', 'pay_*']] } },
      ['read_a', 'pay_a', 'pay_b'],
      '++-',
    ],
    ["what may follow a tool is said in the tool's own policy", chain, ['read', 'check', 'other', 'send'], '++-+'],
    [
      'what another policy says of a tool does not bind it',
      { read: { allowed_transitions: [['read', 'send']] } },
      ['send', 'read', 'send'],
      '+++',
    ],
    [
      'what is forbidden is refused, whoever says so',
      { read: { forbidden_transitions: [['read', 'send']] } },
      ['read', 'send', 'x', 'send'],
      '+-++',
    ],
    [
      'a deny wins',
      { send: { allowed_transitions: [['*', 'send']] }, read: { forbidden_transitions: [['read', '*']] } },
      ['read', 'send'],
      '+-',
    ],
    [
      'the beginning may be forbidden',
      { send: { forbidden_transitions: [['', 'send']] } },
      ['send', 'x', 'send'],
      '-++',
    ],
    [
      'what must come before need not come right before',
      { send: { require_before: ['read', 'ask*'] } },
      ['send', 'read', 'send', 'ask_a', 'x', 'send'],
      '-+-+++',
    ],
    [
      'a call that was refused does not count as called',
      { send: { require_before: ['read'] }, read: { require_before: ['login'] } },
      ['read', 'send', 'login', 'read', 'send'],
      '--+++',
    ],
    ['a session has so many calls in all', { send: { max_tool_calls: 3 } }, ['x', 'y', 'send', 'send', 'x'], '+++-+'],
  ])('%s', async (_what, workflows, tools, line) => {
    expect(await walk(workflows, tools)).toBe(line)
  })

  test('sessions, and tenants, do not see each other', async () => {
    const ports = localPorts()
    const guard = createToolGuard({ ports, toolPolicies: policies({ send: { require_before: ['read'] } }) })
    await guard.check({ tool: 'read', sessionId: 'a' })
    expect((await guard.check({ tool: 'send', sessionId: 'b' })).allowed).toBe(false)
    expect((await guard.check({ tool: 'send', sessionId: 'a","called","x' })).allowed).toBe(false)
    expect((await guard.check({ tool: 'send', sessionId: 'a' })).allowed).toBe(true)
  })

  test('a call without a session cannot evade session rules', async () => {
    const guard = createToolGuard({
      toolPolicies: policies({
        a: { require_before: ['x'] },
        b: { allowed_transitions: [['x', 'b']] },
        c: { max_tool_calls: 5 },
        d: { forbidden_transitions: [['x', 'e']] },
      }),
    })
    for (const tool of ['a', 'b', 'c', 'e']) {
      const { allowed, guardrail_results: results } = await guard.check({ tool })
      expect([tool, allowed, results.at(-1)?.category]).toEqual([tool, false, 'no_session'])
    }
    for (const tool of ['d', 'x', 'y']) expect((await guard.check({ tool })).allowed).toBe(true)
  })

  test('a call refused by a later step releases its slot', async () => {
    const workflow = { max_tool_calls: 2, max_cost_usd: 1, forbidden_transitions: [['send', 'send']] }
    const config: AgenticConfig = {
      ...NO_AGENTIC_CONFIG,
      items: new Map([['tool_policy', new Map([['send', { workflow, session_limit: 2 }]])]]),
    }
    const later = defineAgenticGuard({
      ...toolAllowlist,
      name: 'later',
      settings: z.object({}),
      check: (call: ToolCall) =>
        call.toolCallId === undefined ? refuse('Ask first.', { action: 'require_approval' }) : fine,
    })
    const compiled = compileAgentic({}, [...allAgenticGuards, later], 'enforce')
    const context = { config, ports: localPorts(), clock: systemClock, requestId: 'r' }
    const call = (toolCallId?: string) =>
      runChain(
        [...toolChain, later],
        compiled,
        makeToolCall({ tool: 'send', sessionId: 's', estimatedCostUsd: 1, toolCallId }),
        context,
      )
    for (let requested = 0; requested < 5; requested++) expect((await call()).action).toBe('require_approval')
    expect((await call('told')).action).toBe('pass')
    expect((await call('told')).message).toBe('Tool "send" must not follow "send".')
  })
})

describe('session limits', () => {
  test('costs and tokens add up, and a call that would pass a limit is not counted', async () => {
    const guard = createToolGuard({ toolPolicies: policies({ x: { max_cost_usd: 1, max_tokens: 100 } }) })
    const call = (estimatedCostUsd: number, estimatedTokens: number) =>
      guard.check({ tool: 'x', sessionId: 's', estimatedCostUsd, estimatedTokens })
    expect((await call(0.6, 10)).allowed).toBe(true)
    expect((await call(0.5, 10)).message).toBe('The session would exceed 1 USD.')
    expect((await call(0.4, 10)).allowed).toBe(true)
    expect((await call(0, 81)).message).toBe('The session would exceed 100 tokens.')
    expect((await call(0, 80)).allowed).toBe(true)
    expect((await call(0.000_000_1, 0)).allowed).toBe(false)
  })

  test('the settings limit every session, and the lower of two limits applies', async () => {
    const guard = createToolGuard({
      guardrails: { tool_use_control: { max_tool_calls: 2 } },
      toolPolicies: policies({ x: { max_tool_calls: 1 } }),
    })
    expect((await guard.check({ tool: 'y', sessionId: 's' })).allowed).toBe(true)
    expect((await guard.check({ tool: 'x', sessionId: 's' })).allowed).toBe(false)
    expect((await guard.check({ tool: 'y', sessionId: 's' })).allowed).toBe(true)
    expect((await guard.check({ tool: 'y', sessionId: 's' })).allowed).toBe(false)
    expect((await guard.check({ tool: 'y' })).allowed).toBe(false)
  })
})

describe('concurrent calls of a session', () => {
  /** Returns state ports with delays, so that calls interleave as over a network. */
  function slowPorts(): AgenticPorts {
    const ports = localPorts()
    const later = <Value>(make: () => Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        // The server executes at once and in order; only its responses are late and out of order.
        const created = make()
        setTimeout(() => void created.then(resolve, reject), Math.random() * 4)
      })
    const { state } = ports
    return {
      ...ports,
      state: {
        ...state,
        increment: (...args) => later(() => state.increment(...args)),
        get: (key) => later(() => state.get(key)),
        set: (...args) => later(() => state.set(...args)),
        putIfAbsent: (...args) => later(() => state.putIfAbsent(...args)),
        delete: (key) => later(() => state.delete(key)),
      },
    }
  }

  test('cannot pass a limit together', async () => {
    const guard = createToolGuard({ ports: slowPorts(), toolPolicies: policies({ x: { max_tool_calls: 5 } }) })
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => guard.check({ tool: 'x', sessionId: 's' })))
    expect(verdicts.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(5)
  })

  test('cannot follow each other against the rules', async () => {
    for (let round = 0; round < 20; round++) {
      const guard = createToolGuard({
        ports: slowPorts(),
        toolPolicies: policies({
          read: {
            forbidden_transitions: [
              ['read', 'send'],
              ['send', 'read'],
            ],
          },
        }),
      })
      const verdicts = await Promise.all(['read', 'send'].map((tool) => guard.check({ tool, sessionId: 's' })))
      expect(verdicts.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(1)
    }
  })

  test('cannot rely on an undecided call', async () => {
    const guard = createToolGuard({
      ports: slowPorts(),
      toolPolicies: policies({ read: { require_before: ['login'] }, send: { require_before: ['read'] } }),
    })
    const verdicts = await Promise.all(['read', 'send'].map((tool) => guard.check({ tool, sessionId: 's' })))
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([false, false])
  })
})

test('repeated approval requests do not stop the session', async () => {
  const decided = { action: 'require_approval' as const }
  const config: AgenticConfig = {
    ...NO_AGENTIC_CONFIG,
    items: new Map([['tool_policy', new Map([['send', { workflow: { allowed_transitions: [['login', 'send']] } }]])]]),
  }
  let isApproved = false
  const later = defineAgenticGuard({
    ...toolAllowlist,
    name: 'later',
    settings: z.object({}),
    check: ({ tool }: ToolCall) => (tool === 'send' && !isApproved ? refuse('Ask first.', decided) : fine),
  })
  const compiled = compileAgentic({}, [...allAgenticGuards, later], 'enforce')
  const context = { config, ports: localPorts(), clock: systemClock, requestId: 'r' }
  const call = async (tool: string): Promise<string> =>
    (await runChain([...toolChain, later], compiled, makeToolCall({ tool, sessionId: 's' }), context)).action
  expect(await call('login')).toBe('pass')
  for (let requested = 0; requested < 40; requested++) expect(await call('send')).toBe('require_approval')
  isApproved = true
  expect(await call('send')).toBe('pass')
  expect(await call('note')).toBe('pass')
  expect(await call('login')).toBe('pass')
})

test('a failed count releases the slot in the order', async () => {
  const ports = localPorts()
  let broken = true
  const guard = createToolGuard({
    toolPolicies: policies({ send: { allowed_transitions: [['login', 'send']], max_tool_calls: 100 } }),
    ports: {
      ...ports,
      state: {
        ...ports.state,
        increment: (key, by, ttl_ms) =>
          broken && key.includes('tool_calls')
            ? Promise.reject(new Error('gone'))
            : ports.state.increment(key, by, ttl_ms),
      },
    },
  })
  for (let call = 0; call < PLACES_MAX + 1; call++) await guard.check({ tool: 'login', sessionId: 's' })
  broken = false
  expect((await guard.check({ tool: 'login', sessionId: 's' })).allowed).toBe(true)
  expect((await guard.check({ tool: 'send', sessionId: 's' })).allowed).toBe(true)
})
