import { systemClock } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runChain } from '../../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../../src/agentic/engine/compile.ts'
import { NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import { type AgentCall, type AgenticOutcome, defineAgenticGuard, refuse } from '../../../src/agentic/engine/guard.ts'
import { localPorts } from '../ports.ts'

const NOBODY: AgentCall = { agentKey: undefined, headerAgentKey: undefined, userRole: undefined, sessionId: undefined }

function guard(name: string, outcome: AgenticOutcome) {
  return defineAgenticGuard({
    name,
    title: name,
    description: name,
    owasp: [],
    defaults: { enabled: true, action: 'block' },
    settings: z.object({}),
    check: (_call: AgentCall) => outcome,
  })
}

async function run(guards: readonly ReturnType<typeof guard>[], mode: 'enforce' | 'monitor' = 'enforce') {
  const errors: string[] = []
  const context = { config: { ...NO_AGENTIC_CONFIG, mode }, ports: localPorts(), clock: systemClock, requestId: 'r' }
  const verdict = await runChain(guards, compileAgentic({}, guards, mode), NOBODY, context, (name) => errors.push(name))
  return { verdict, errors }
}

/** Returns an outcome that records its reports. */
function taking(reported: unknown[]): AgenticOutcome {
  return {
    flagged: false,
    settle: (mayRun) => {
      reported.push(mayRun)
      return Promise.resolve()
    },
  }
}

test.each([
  ['the call runs', { flagged: false } as const, true],
  ['a later step refuses', refuse('No.'), false],
  ['a later step asks people', refuse('Ask.', { action: 'require_approval' }), false],
  ['a later step only warns', refuse('Hm.', { action: 'warn' }), true],
])('a reservation of a step is settled once, when %s', async (_when, outcome, mayRun) => {
  const reported: unknown[] = []
  await run([guard('takes', taking(reported)), guard('later', outcome)])
  expect(reported).toEqual([mayRun])
})

test('in monitor mode every call runs', async () => {
  const reported: unknown[] = []
  await run([guard('takes', taking(reported)), guard('later', refuse('No.'))], 'monitor')
  expect(reported).toEqual([true])
})

test('a refusing step is settled as well', async () => {
  const reported: unknown[] = []
  const settle = (mayRun: boolean): Promise<void> => Promise.resolve(void reported.push(mayRun))
  await run([guard('takes', refuse('No.', { settle }))])
  expect(reported).toEqual([false])
})

test('a step that fails to settle does not change the verdict, and the failure is reported', async () => {
  const broken: AgenticOutcome = { flagged: false, settle: () => Promise.reject(new Error('gone')) }
  const { verdict, errors } = await run([guard('broken', broken)])
  expect(verdict).toMatchObject({ allowed: true, action: 'pass' })
  expect(errors).toEqual(['broken'])
})
