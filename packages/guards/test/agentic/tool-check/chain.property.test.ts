import { isDeepStrictEqual } from 'node:util'
import { canonicalHash } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PartialToolCall } from '../../../src/agentic/tool-call.ts'
import { makeToolCall } from '../../../src/agentic/tool-call.ts'
import { toolChain } from '../../../src/agentic/tool-chain.ts'
import { createToolGuard, type ToolGuardOptions, type ToolGuardVerdict } from '../../../src/create-tool-guard.ts'

const CHAIN = toolChain.map(({ name }) => name)

/** Names shared by policies and calls, and some names that no policy contains. */
const TOOLS = ['read', 'send', 'pay_in', 'pay_out', 'Send', '__proto__', 'constructor']
const ROLES = ['guest', 'staff', '__proto__', 'toString']
const AGENTS = ['bot', 'idle', 'stranger', '__proto__']

const text = fc.string({ maxLength: 8 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
// Whole numbers that have neighbours are refused before anything else.
const json = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !/(?<![.\d])[-+]?\d{16,21}(?![.\d])/.test(JSON.stringify(value)))
const args = fc.dictionary(fc.constantFrom('a', 'b', 'a.b', '__proto__', 'constructor', 'length'), json, { maxKeys: 4 })

/** A call with any combination of fields, sensible or not. */
const call: fc.Arbitrary<PartialToolCall> = fc.record({
  tool: fc.constantFrom(...TOOLS),
  args,
  agentKey: maybe(fc.constantFrom(...AGENTS)),
  headerAgentKey: maybe(fc.constantFrom(...AGENTS)),
  userRole: maybe(fc.constantFrom(...ROLES)),
  sessionId: maybe(text),
  toolSchema: maybe(fc.constantFrom({}, { required: ['a'] }, { type: 'array' })),
  workflow: maybe(text),
  workflowStep: maybe(text),
  toolCallId: maybe(text),
  inputSources: fc.array(text, { maxLength: 2 }),
  confirmationToken: maybe(text),
  estimatedCostUsd: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
  estimatedTokens: maybe(fc.nat(1_000)),
  grantId: maybe(text),
  approvalRequestId: maybe(text),
})

const policy = fc.record(
  {
    enabled: fc.boolean(),
    argument_schema: fc.constantFrom({ required: ['a'] }, { properties: { a: { type: 'number' } } }, {}),
    parameter_policy: fc.constantFrom(
      { forbidden_fields: ['b'] },
      { allowed_values: { a: [1, 'x'] } },
      { required_fields: ['a.b'] },
    ),
    role_restrictions: fc.constantFrom({ guest: 'block' }, { '*': 'block', staff: 'allow' }, {}),
    rate_limit: fc.constantFrom({ limit: 1 }, { limit: 0 }, { limit: 1_000 }),
    session_limit: fc.constantFrom(0, 1, 100),
    workflow: fc.constantFrom(
      { require_before: ['read'] },
      { max_tool_calls: 1 },
      { allowed_transitions: [['read', 'send']] },
    ),
    approval: fc.constantFrom({ required: true }, { required: false }),
  },
  { requiredKeys: [] },
)

const options: fc.Arbitrary<ToolGuardOptions> = fc.record({
  toolPolicies: fc.dictionary(fc.constantFrom('read', 'send', 'pay_*', '*'), policy, { maxKeys: 3 }),
  agents: fc.constantFrom(
    {},
    { bot: { tools: ['read', 'pay_*'] }, idle: { tools: ['*'], status: 'disabled' as const } },
  ),
  rbac: fc.constantFrom({}, { roles: { guest: { allowed_tools: ['read'], rate_limit: '2/min' }, staff: {} } }),
  items: fc.constantFrom({}, { disabled_tool: { pay_out: { reason: 'test' } } }),
})

async function verdictsOf(
  toolGuardOptions: ToolGuardOptions,
  calls: readonly PartialToolCall[],
): Promise<ToolGuardVerdict[]> {
  const guard = createToolGuard(toolGuardOptions)
  const verdicts: ToolGuardVerdict[] = []
  for (const item of calls) verdicts.push(await guard.check(item))
  return verdicts
}

const several = fc.array(call, { minLength: 1, maxLength: 4 })

describe('any call and configuration', () => {
  test('the steps run in the documented order, and none before the deciding step is skipped', async () => {
    await fc.assert(
      fc.asyncProperty(options, several, async (value, calls) => {
        for (const { guardrail_results: results } of await verdictsOf(value, calls)) {
          expect(results.map(({ guardrail }) => guardrail)).toEqual(CHAIN.slice(0, results.length))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the chain ends at the first refusal, and a call that is allowed has passed every step', async () => {
    await fc.assert(
      fc.asyncProperty(options, several, async (value, calls) => {
        for (const { allowed, action, guardrail_results: results } of await verdictsOf(value, calls)) {
          const stopping = results.filter((result) => ['block', 'require_approval'].includes(result.action))
          expect(stopping.length).toBe(allowed ? 0 : 1)
          expect(results.length).toBe(allowed ? CHAIN.length : results.indexOf(stopping[0]!) + 1)
          expect(action).toBe(allowed ? action : stopping[0]!.action)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('monitor mode reports every step, and enforce mode stops at the first would-be refusal', async () => {
    await fc.assert(
      fc.asyncProperty(options, call, async (value, item) => {
        const [enforced] = await verdictsOf(value, [item])
        const [monitored] = await verdictsOf({ ...value, mode: 'monitor' }, [item])
        expect(monitored).toMatchObject({ allowed: true, action: 'pass', would_block: !enforced!.allowed })
        expect(monitored!.guardrail_results.map(({ guardrail }) => guardrail)).toEqual(CHAIN)
      }),
      { numRuns: 200 },
    )
  })

  test('fields that only describe the call change no decision', async () => {
    const bare = (givenToolCall: PartialToolCall): PartialToolCall => ({
      ...givenToolCall,
      workflow: undefined,
      workflowStep: undefined,
      toolCallId: undefined,
    })
    await fc.assert(
      fc.asyncProperty(options, several, async (value, calls) => {
        const [full, plain] = [await verdictsOf(value, calls), await verdictsOf(value, calls.map(bare))]
        expect(full.map(({ allowed }) => allowed)).toEqual(plain.map(({ allowed }) => allowed))
      }),
      { numRuns: 100 },
    )
  })

  test('arguments are not changed by being checked', async () => {
    await fc.assert(
      fc.asyncProperty(options, call, async (value, item) => {
        const before = JSON.stringify(item.args)
        await verdictsOf(value, [item])
        expect(JSON.stringify(item.args)).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the hash of arguments', () => {
  test('is the same for the same arguments in any order of names', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, inner]) => [name, turned(inner)]),
            )
          : value
    fc.assert(
      fc.property(args, (value) => {
        const other = turned(value) as Readonly<Record<string, unknown>>
        expect(makeToolCall({ tool: 'x', args: other }).argumentsHash).toBe(
          makeToolCall({ tool: 'x', args: value }).argumentsHash,
        )
      }),
    )
  })

  test('differs for different arguments', () => {
    fc.assert(
      fc.property(args, args, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        const same = canonicalHash(one) === canonicalHash(other)
        expect(same).toBe(same && isDeepStrictEqual(normal(one), normal(other)))
      }),
    )
  })
})

/** JSON does not distinguish 0 and -0. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
