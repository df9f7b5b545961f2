import { expect, test } from 'vitest'
import { BreakerRules, reportOutcome } from '../../../src/agentic/breaker.ts'
import { runChain } from '../../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../../src/agentic/engine/compile.ts'
import { NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import { defineAgenticGuard, fine, refuse } from '../../../src/agentic/engine/guard.ts'
import circuitBreaker from '../../../src/agentic/guards/circuit-breaker.ts'
import type { ToolCall } from '../../../src/agentic/tool-call.ts'
import { localPorts } from '../ports.ts'
import { movedClock } from './clock.ts'
import { z } from 'zod'

test('a probe refused by a later step releases its slot', async () => {
  const clock = movedClock()
  const ports = localPorts(clock)
  const config = {
    ...NO_AGENTIC_CONFIG,
    tenantId: 't',
    guardrails: { circuit_breaker: { settings: { open_seconds: 1 } } },
  }
  const rules = BreakerRules.parse({ open_seconds: 1 })
  for (let times = 0; times < 3; times += 1) {
    await reportOutcome(ports.state, 't', 'pay', { success: false }, rules, clock.now())
  }
  clock.move(1_500)
  const later = defineAgenticGuard({
    name: 'later',
    title: 'later',
    description: 'later',
    owasp: [],
    defaults: { enabled: true, action: 'block' },
    settings: z.object({}),
    check: ({ args }: ToolCall) => (args['fits'] === true ? fine : refuse('It does not fit.')),
  })
  const chain = [circuitBreaker, later]
  const check = (fits: boolean) => {
    const call = { tool: 'pay', args: { fits } } as Partial<ToolCall> as ToolCall
    return runChain(chain, compileAgentic(config.guardrails, chain, 'enforce'), call, {
      config,
      ports,
      clock,
      requestId: 'r',
    })
  }
  expect((await check(false)).results.map(({ guardrail }) => guardrail)).toEqual(['circuit_breaker', 'later'])
  expect((await check(true)).allowed).toBe(true)
  // The probe is in progress, without a reported result.
  expect((await check(true)).results.map(({ guardrail }) => guardrail)).toEqual(['circuit_breaker'])
})
