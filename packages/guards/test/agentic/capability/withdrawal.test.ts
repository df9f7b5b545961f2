import { describe, expect, test } from 'vitest'
import { reportOutcome } from '../../../src/agentic/breaker.ts'
import { withdrawal } from '../../../src/agentic/capability/decide.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import circuitBreaker from '../../../src/agentic/guards/circuit-breaker.ts'
import { localPorts } from '../ports.ts'

const NOW = 1_000_000
const policies = (named: Record<string, Record<string, unknown>>): AgenticConfig => ({
  ...NO_AGENTIC_CONFIG,
  items: new Map([['tool_policy', new Map(Object.entries(named))]]),
})
const claims = { agent: 'bot', tool: 'pay' } as const

describe('withdrawal of a token', () => {
  const config = policies({ pay: { approval: { required: true } }, read: {} })
  const { state } = localPorts()

  test.each([
    ['made before its tool asked for an approval', { ...claims, checked: 'tool' }, undefined, 'approval_workflow'],
    ['made for a check of the call', { ...claims, checked: 'call' }, undefined, undefined],
    ['for several tools, of which one asks', { ...claims, tool: '*' }, undefined, 'approval_workflow'],
    ['for several tools, used for one that does not', { ...claims, tool: '*' }, 'read', undefined],
  ] as const)('applies or not to a token %s', async (_what, token, tool, guardrail) => {
    expect((await withdrawal(config, token, tool, state, NOW))?.guardrail).toBe(guardrail)
  })

  test('only for show in monitor mode', async () => {
    const monitored = { ...config, mode: 'monitor' } as const
    expect(await withdrawal(monitored, claims, undefined, state, NOW)).toMatchObject({ refuses: false })
  })
})

test('an open breaker stops all tokens, a half-open breaker those without a probe', async () => {
  const { state } = localPorts()
  const rules = circuitBreaker.settings.parse({ open_seconds: 1 })
  for (let times = 0; times < 3; times += 1) {
    await reportOutcome(state, NO_AGENTIC_CONFIG.tenantId, 'pay', { success: false }, rules, NOW)
  }
  const stopped = async (checked: 'call' | 'tool' | undefined, later_ms: number, config = NO_AGENTIC_CONFIG) =>
    (await withdrawal(config, { ...claims, checked }, undefined, state, NOW + later_ms)) !== undefined
  expect([await stopped('call', 0), await stopped('tool', 0), await stopped(undefined, 0)]).toEqual([true, true, true])
  expect([await stopped('call', 1_000), await stopped('tool', 1_000), await stopped(undefined, 1_000)]).toEqual([
    false,
    false,
    true,
  ])
  const off = { ...NO_AGENTIC_CONFIG, guardrails: { circuit_breaker: { enabled: false } } }
  expect(await stopped('call', 0, off)).toBe(false)
})
