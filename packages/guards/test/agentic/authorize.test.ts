import { describe, expect, test } from 'vitest'
import { authorizeTool } from '../../src/agentic/authorize.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../src/agentic/engine/config.ts'

const config: AgenticConfig = {
  ...NO_AGENTIC_CONFIG,
  rbac: {
    roles: { support: { allowed_tools: ['crm.*', 'refund'] }, clerk: { allowed_tools: ['crm.read'] } },
    agents: { desk: 'clerk' },
  },
  agents: new Map([
    ['helper', { tools: ['crm.*', 'refund', 'wire'], role_permissions: { support: ['crm.*', 'wire'] } }],
    ['desk', { tools: ['*'] }],
    ['off', { tools: ['*'], status: 'disabled' }],
    ['bare', {}],
  ]),
  items: new Map([
    [
      'tool_policy',
      new Map([
        ['crm.*', { role_restrictions: { clerk: 'redact', '*': 'allow' } }],
        ['crm.delete', { role_restrictions: { '*': 'block' } }],
      ]),
    ],
  ]),
}

describe('authorizeTool', () => {
  test.each([
    ['helper', 'support', 'crm.read', undefined],
    // The agent has it, and the role has not.
    ['helper', 'support', 'wire', 'rbac_guard'],
    // The role has the permission, but the agent does not allow the role to use it.
    ['helper', 'support', 'refund', 'rbac_guard'],
    ['helper', 'support', 'mail', 'tool_allowlist'],
    ['helper', 'stranger', 'crm.read', 'rbac_guard'],
    ['helper', undefined, 'wire', undefined],
    // Without a role in the call, the tenant's default role for the agent applies.
    ['desk', undefined, 'crm.read', undefined],
    ['desk', undefined, 'refund', 'rbac_guard'],
    ['desk', 'support', 'refund', undefined],
    // The tool's own rule wins over both.
    ['desk', 'support', 'crm.delete', 'rbac_guard'],
    // `*` is also a call of no role.
    ['helper', undefined, 'crm.delete', 'rbac_guard'],
    ['off', 'support', 'crm.read', 'cert_identity'],
    ['bare', undefined, 'crm.read', 'tool_allowlist'],
    ['nobody', 'support', 'crm.read', 'cert_identity'],
    [undefined, 'support', 'crm.read', 'cert_identity'],
    // Names that every object has are no roles and no agents.
    ['desk', 'constructor', 'crm.read', 'rbac_guard'],
    ['toString', 'support', 'crm.read', 'cert_identity'],
  ])('%s for %s with %s: %s', (agentKey, userRole, tool, refusedBy) => {
    const decided = authorizeTool(config, { agentKey, userRole, tool })
    expect(decided.allowed ? undefined : decided.guardrail).toBe(refusedBy)
  })

  test("a tool's rule may ask for redaction", () => {
    expect(authorizeTool(config, { agentKey: 'desk', userRole: 'clerk', tool: 'crm.read' })).toEqual({
      allowed: true,
      role: 'clerk',
      redact: true,
    })
  })

  test('without any agent of the tenant every caller is allowed, unless the tenant denies it', () => {
    const use = { agentKey: 'x', userRole: undefined, tool: 'y' }
    expect(authorizeTool(NO_AGENTIC_CONFIG, use).allowed).toBe(true)
    expect(authorizeTool({ ...NO_AGENTIC_CONFIG, unregisteredAgents: 'block' }, use).allowed).toBe(false)
    expect(authorizeTool({ ...config, unregisteredAgents: 'allow' }, use).allowed).toBe(true)
  })

  test('a tenant that has had agents stays closed without them, unless it opts out', () => {
    const use = { agentKey: 'x', userRole: undefined, tool: 'y' }
    const items = new Map([['document', new Map([['agents_registered', {}]])]])
    expect(authorizeTool({ ...NO_AGENTIC_CONFIG, items }, use).allowed).toBe(false)
    expect(authorizeTool({ ...NO_AGENTIC_CONFIG, items, unregisteredAgents: 'allow' }, use).allowed).toBe(true)
  })
})
