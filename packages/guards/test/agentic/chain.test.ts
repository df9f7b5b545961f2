import { Failure, systemClock } from '@gatehouse/kernel'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runChain } from '../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../src/agentic/engine/compile.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../src/agentic/engine/config.ts'
import { type AgentCall, type AgenticOutcome, defineAgenticGuard } from '../../src/agentic/engine/guard.ts'
import { mostSpecific, toolMatcher } from '../../src/agentic/engine/tool-names.ts'
import { localPorts } from './ports.ts'

const NOBODY: AgentCall = { agentKey: undefined, headerAgentKey: undefined, userRole: undefined, sessionId: undefined }

function guard(name: string, outcome: () => AgenticOutcome | Promise<AgenticOutcome>) {
  return defineAgenticGuard({
    name,
    title: name,
    description: name,
    owasp: [],
    defaults: { enabled: true, action: 'block' },
    settings: z.object({ limit: z.number().optional() }),
    check: (_call: AgentCall) => outcome(),
  })
}

const fine = () => ({ flagged: false as const })
const refused = () => ({ flagged: true as const, message: 'No.' })

function run(guards: readonly ReturnType<typeof guard>[], over: Partial<AgenticConfig> = {}) {
  const config = { ...NO_AGENTIC_CONFIG, ...over }
  const compiled = compileAgentic(config.guardrails, guards, config.mode)
  return runChain(guards, compiled, NOBODY, { config, ports: localPorts(), clock: systemClock, requestId: 'r' })
}

describe('a chain', () => {
  test('passes when every step does, and shows each', async () => {
    const verdict = await run([guard('a', fine), guard('b', fine)])
    expect(verdict).toMatchObject({ allowed: true, action: 'pass' })
    expect(verdict.results.map(({ guardrail }) => guardrail)).toEqual(['a', 'b'])
  })

  test('ends at the first step that blocks', async () => {
    const verdict = await run([guard('a', fine), guard('b', refused), guard('c', fine)])
    expect(verdict).toMatchObject({ allowed: false, action: 'block', message: 'No.' })
    expect(verdict.results.map(({ guardrail }) => guardrail)).toEqual(['a', 'b'])
  })

  test('yields to other work when its steps are slow, and only then', async () => {
    let now_ms = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now_ms)
    const turnsOf = async (step_ms: number): Promise<number> => {
      let turns = 0
      let isOver = false
      const turn = (): void => {
        turns += 1
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      const slow = () => {
        now_ms += step_ms
        return fine()
      }
      await run(['a', 'b', 'c', 'd'].map((name) => guard(name, slow)))
      isOver = true
      return turns
    }
    expect(await turnsOf(1)).toBe(0)
    // Between each two of them.
    expect(await turnsOf(30)).toBe(3)
    clock.mockRestore()
  })

  test('a step that throws blocks, and leaks no details of the defect', async () => {
    const verdict = await run([guard('a', () => Promise.reject(new Error('secret of the house')))])
    expect(verdict).toMatchObject({ allowed: false, action: 'block' })
    expect(verdict.results[0]?.details).toEqual({ error: 'internal error', on_error: 'closed' })
  })

  test('a step configured to fail open warns on failure', async () => {
    const failing = guard('a', () => Promise.reject(new Failure('unavailable', 'The cache does not answer.')))
    const verdict = await run([failing], { guardrails: { a: { on_error: 'open' } } })
    expect(verdict).toMatchObject({ allowed: true, action: 'warn' })
    expect(verdict.results[0]?.details).toMatchObject({ error: 'The cache does not answer.' })
  })

  test('a monitored tenant receives the would-be verdict, and every step runs', async () => {
    const verdict = await run([guard('a', refused), guard('b', fine)], { mode: 'monitor' })
    expect(verdict).toMatchObject({ allowed: true, action: 'pass', would: { action: 'block', block: true } })
    expect(verdict.results.map(({ passed }) => passed)).toEqual([false, true])
  })

  test('a disabled step is reported as disabled', async () => {
    const verdict = await run([guard('a', refused)], { guardrails: { a: { enabled: false } } })
    expect(verdict.allowed).toBe(true)
    expect(verdict.results[0]).toMatchObject({ passed: true, details: { enabled: false } })
  })

  test('a monitored step does not change the verdict', async () => {
    const asking = guard('a', () => ({ ...refused(), extra: { request_id: 'x' } }))
    expect((await run([asking], { mode: 'monitor' })).extra).toEqual({})
    expect((await run([asking])).extra).toEqual({ request_id: 'x' })
  })
})

describe('entries', () => {
  const known = [guard('a', fine)]

  test.each([
    [{ b: {} }, 'agentic_guardrails.b'],
    [{ a: { settings: { limit: 'x' } } }, 'agentic_guardrails.a.settings.limit'],
    [{ a: { no_such: 1 } }, 'agentic_guardrails.a.settings.no_such'],
  ])('%j is rejected with its path', (block, place) => {
    const refusal = caught(() => compileAgentic(block, known, 'enforce'))
    expect(refusal.violations[0]?.path.join('.')).toBe(place)
  })

  test.each([{ enabled: false }, { action: 'detect' }, { mode: 'monitor' }, { on_error: 'open' }] as const)(
    'a guard that must stay on cannot be weakened by %j',
    (entry) => {
      const always = { ...guard('a', fine), alwaysOn: true }
      const refusal = caught(() => compileAgentic({ a: entry }, [always], 'enforce'))
      expect(refusal.violations.map(({ type }) => type)).toEqual(['always_on'])
      expect(() => compileAgentic({ a: { enabled: true, action: 'block' } }, [always], 'enforce')).not.toThrow()
    },
  )
})

describe('names of tools', () => {
  test('a prefix matches all names that start with it', () => {
    const matcher = toolMatcher(['mail.*', 'read'])
    expect(['mail.send', 'read', 'reader', 'mail'].map((tool) => matcher.has(tool))).toEqual([true, true, false, false])
  })

  test('the exact name takes precedence over the longest prefix', () => {
    const entries = new Map([
      ['*', 1],
      ['mail.*', 2],
      ['mail.send', 3],
    ])
    expect(['mail.send', 'mail.read', 'x'].map((tool) => mostSpecific(entries, tool))).toEqual([3, 2, 1])
  })
})

function caught(act: () => unknown): Failure {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}
