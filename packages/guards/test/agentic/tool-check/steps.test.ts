import { describe, expect, test } from 'vitest'
import type { PartialToolCall } from '../../../src/agentic/tool-call.ts'
import { createToolGuard, type ToolGuardOptions, type ToolGuardVerdict } from '../../../src/create-tool-guard.ts'
import { decided } from './decided.ts'

const check = (options: ToolGuardOptions, call: PartialToolCall): Promise<ToolGuardVerdict> =>
  createToolGuard(options).check(call)

describe('each step of a tool check', () => {
  const agents = { bot: { tools: ['orders_*', 'refund'], role_permissions: { agent: ['orders_*'], manager: ['*'] } } }
  const disabled = { items: { disabled_tool: { refund: { disabled_by: 'ann', reason: 'fraud wave' } } } }

  test.each<[string, ToolGuardOptions, PartialToolCall, string]>([
    ['a tenant that has configured nothing', {}, { tool: 'anything' }, 'allowed'],
    [
      'an agent that is not registered',
      { agents },
      { tool: 'refund', agentKey: 'other' },
      'cert_identity: unknown_agent',
    ],
    ['no agent at all', { agents }, { tool: 'refund' }, 'cert_identity: unknown_agent'],
    [
      'a header of another agent',
      { agents },
      { tool: 'refund', agentKey: 'bot', headerAgentKey: 'x' },
      'cert_identity: impersonation',
    ],
    [
      'a disabled agent',
      { agents: { bot: { status: 'disabled', tools: ['*'] } } },
      { tool: 'x', agentKey: 'bot' },
      'cert_identity: unknown_agent',
    ],
    ['a tool that is switched off', disabled, { tool: 'refund' }, 'tool_killswitch: tool_disabled'],
    [
      'a tool of a family that is switched off',
      { items: { disabled_tool: { 'pay_*': {} } } },
      { tool: 'pay_out' },
      'tool_killswitch: tool_disabled',
    ],
    ['a tool beside one that is switched off', disabled, { tool: 'refunds' }, 'allowed'],
    ['a tool outside the toolset', { agents }, { tool: 'delete', agentKey: 'bot' }, 'tool_allowlist: unlisted_tool'],
    ['a tool of a listed prefix', { agents }, { tool: 'orders_read', agentKey: 'bot' }, 'allowed'],
    [
      'a tool that is denied to all',
      { guardrails: { tool_allowlist: { settings: { denied_tools: ['rm*'] } } } },
      { tool: 'rm_rf' },
      'tool_allowlist: denied_tool',
    ],
    [
      'a tool that is not among the allowed',
      { guardrails: { tool_allowlist: { allowed_tools: ['read'] } } },
      { tool: 'write' },
      'tool_allowlist: unlisted_tool',
    ],
    [
      'a role that the agent does not give the tool',
      { agents },
      { tool: 'refund', agentKey: 'bot', userRole: 'agent' },
      'rbac_guard: role_denied',
    ],
    [
      'a role that nobody knows',
      { agents },
      { tool: 'refund', agentKey: 'bot', userRole: 'root' },
      'rbac_guard: role_denied',
    ],
    ['a role that may', { agents }, { tool: 'refund', agentKey: 'bot', userRole: 'manager' }, 'allowed'],
    [
      'a role that the policy blocks',
      { toolPolicies: { refund: { role_restrictions: { guest: 'block' } } } },
      { tool: 'refund', userRole: 'guest' },
      'rbac_guard: role_denied',
    ],
    [
      'a role like a property of every object',
      { rbac: { roles: { admin: {} } } },
      { tool: 'x', userRole: 'constructor' },
      'rbac_guard: role_denied',
    ],
    [
      'a call with too many tokens for its role',
      { rbac: { roles: { guest: { max_tokens_per_request: 10 } } } },
      { tool: 'x', userRole: 'guest', estimatedTokens: 11 },
      'tool_call_rate_limiting: role_token_limit',
    ],
    [
      'arguments against the policy',
      { toolPolicies: { x: { argument_schema: { required: ['a'] } } } },
      { tool: 'x' },
      'tool_call_validation: invalid_arguments',
    ],
    [
      'arguments against a schema in the call',
      {},
      { tool: 'x', toolSchema: { required: ['a'] } },
      'tool_call_validation: invalid_arguments',
    ],
    [
      'a looser schema in the call',
      { toolPolicies: { x: { argument_schema: { required: ['a'] } } } },
      { tool: 'x', toolSchema: {} },
      'tool_call_validation: invalid_arguments',
    ],
    [
      'arguments against the list of tools',
      { tools: [{ type: 'function', function: { name: 'x', parameters: { required: ['a'] } } }] },
      { tool: 'x', toolSchema: {} },
      'tool_call_validation: invalid_arguments',
    ],
    [
      'a tool without a schema where one is due',
      { guardrails: { tool_call_validation: { require_schema: true } } },
      { tool: 'x' },
      'tool_call_validation: no_schema',
    ],
    [
      'arguments against the rules',
      { toolPolicies: { x: { parameter_policy: { forbidden_fields: ['a'] } } } },
      { tool: 'x', args: { a: 1 } },
      'parameter_policy: parameter_policy',
    ],
    [
      'a policy that is switched off',
      { toolPolicies: { x: { enabled: false, parameter_policy: { forbidden_fields: ['a'] } } } },
      { tool: 'x', args: { a: 1 } },
      'allowed',
    ],
    [
      'a policy of a prefix',
      { toolPolicies: { 'x_*': { parameter_policy: { forbidden_fields: ['a'] } } } },
      { tool: 'x_y', args: { a: 1 } },
      'parameter_policy: parameter_policy',
    ],
    [
      'an exact policy before one of a prefix',
      { toolPolicies: { '*': { parameter_policy: { forbidden_fields: ['a'] } }, x: {} } },
      { tool: 'x', args: { a: 1 } },
      'allowed',
    ],
  ])('%s', async (_what, options, call, expected) => {
    expect(decided(await check(options, call))).toBe(expected)
  })

  test('a disabled tool reports actor and reason, and the kill switch cannot be disabled', async () => {
    expect(await check(disabled, { tool: 'refund' })).toMatchObject({
      disabled_by: 'ann',
      reason: 'fraud wave',
      message: 'Tool "refund" is disabled: fraud wave.',
    })
    expect(() => createToolGuard({ guardrails: { tool_killswitch: { enabled: false } } })).toThrow('cannot be disabled')
  })

  test('no message contains an argument value', async () => {
    const secret = 'made-up-secret-value'
    const policies = [
      { argument_schema: { properties: { a: { type: 'number' } } } },
      { parameter_policy: { allowed_values: { a: ['x'] } } },
    ]
    for (const policy of policies) {
      const verdict = await check({ toolPolicies: { x: policy } }, { tool: 'x', args: { a: secret } })
      expect(verdict.allowed).toBe(false)
      expect(JSON.stringify(verdict)).not.toContain(secret)
    }
  })
})

describe('a lookalike of a tool name with rules', () => {
  const toolPolicies = { archive_order: { parameter_policy: { required_fields: ['reason'] } }, 'pay_*': {} }

  test.each([
    ['a Cyrillic letter', 'аrchive_order'],
    ['letters of full width', 'ａｒｃｈｉｖｅ＿ｏｒｄｅｒ'],
    ['an accent', 'ärchive_order'],
    ['a Cyrillic letter in a prefix', 'pаy_out'],
    ['letters of another script alone', 'удалить'],
  ])('%s is outside the grammar', async (_what, tool) => {
    await expect(check({ toolPolicies }, { tool })).rejects.toThrow(
      `The tool name "${tool}" is not valid. Use ASCII letters`,
    )
  })

  test('another case', async () => {
    const verdict = await check({ toolPolicies }, { tool: 'Archive_Order' })
    expect(decided(verdict)).toBe('tool_allowlist: lookalike_tool')
  })

  test.each([['archive_orders'], ['remove_order'], ['Pay']])('%s is its own', async (tool) => {
    expect(decided(await check({ toolPolicies }, { tool }))).toBe('allowed')
  })

  test('a name configured by the tenant is accepted', async () => {
    const agents = { bot: { tools: ['Archive_Order'] } }
    expect(decided(await check({ toolPolicies, agents }, { tool: 'Archive_Order', agentKey: 'bot' }))).toBe('allowed')
  })
})

test('a monitored tenant receives the would-be verdict, and its calls run', async () => {
  const options: ToolGuardOptions = {
    mode: 'monitor',
    toolPolicies: { x: { parameter_policy: { required_fields: ['a'] } } },
  }
  expect(await check(options, { tool: 'x' })).toMatchObject({
    allowed: true,
    action: 'pass',
    mode: 'monitor',
    would_action: 'block',
    would_block: true,
  })
})

test('an unreadable stored policy blocks everything', async () => {
  const options = { items: { tool_policy: { x: { rate_limit: { limit: 'many' } } } } }
  expect((await check(options, { tool: 'x' })).allowed).toBe(false)
})
