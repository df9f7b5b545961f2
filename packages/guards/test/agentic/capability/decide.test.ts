import { describe, expect, test } from 'vitest'
import { decideCapability } from '../../../src/agentic/capability/decide.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'

const items = (kinds: Record<string, Record<string, object>>): AgenticConfig['items'] =>
  new Map(
    Object.entries(kinds).map(([kind, named]) => [
      kind,
      new Map(Object.entries(named).map(([name, document]) => [name, { ...document }])),
    ]),
  )
const config = (over: Partial<AgenticConfig>): AgenticConfig => ({ ...NO_AGENTIC_CONFIG, ...over })
const decide = (over: Partial<AgenticConfig>, tool: string, rest: object = {}) =>
  decideCapability(config(over), {
    agentKey: 'mailer',
    userRole: undefined,
    tool,
    resource: '*',
    clearance_max: 'public',
    checked: tool.endsWith('*') ? undefined : 'tool',
    ...rest,
  })

describe('a capability', () => {
  test('is available to every caller without configuration', () => {
    expect(decide({}, 'mail_send', { clearance_max: 'restricted' })).toMatchObject({
      allowed: true,
      role_clearance: null,
    })
    expect(decide({}, 'mail_*')).toMatchObject({ allowed: true })
  })

  const agents: AgenticConfig['agents'] = new Map([['mailer', { tools: ['mail_*'] }]])
  const off = items({ disabled_tool: { mail_purge: { reason: 'incident' } } })
  const restricted = items({ tool_policy: { mail_purge: { role_restrictions: { clerk: 'block' } } } })
  const denied = { tool_allowlist: { settings: { denied_tools: ['mail_purge'] } } }
  const listed = { tool_allowlist: { settings: { allowed_tools: ['mail_send'] } } }

  test.each<[string, Partial<AgenticConfig>, string, object, string | undefined]>([
    ['a tool of the agent', { agents }, 'mail_send', {}, undefined],
    ['all tools of the agent', { agents }, 'mail_*', {}, undefined],
    ['more than the tools of the agent', { agents }, 'mail*', {}, 'tool_allowlist'],
    ['a stranger', { agents }, 'mail_send', { agentKey: 'stranger' }, 'cert_identity'],
    ['a tool that is off', { agents, items: off }, 'mail_purge', {}, 'tool_killswitch'],
    ['tools of which one is off', { agents, items: off }, 'mail_*', {}, 'tool_killswitch'],
    ['tools of which none is off', { agents, items: off }, 'mail_s*', {}, undefined],
    ['tools of which one is kept from the role', { items: restricted }, 'mail_*', { userRole: 'clerk' }, 'rbac_guard'],
    ['the same for another role', { items: restricted }, 'mail_*', { userRole: 'chief' }, undefined],
    ['a tool that is denied to all', { guardrails: denied }, 'mail_purge', {}, 'tool_allowlist'],
    ['tools of which one is denied to all', { guardrails: denied }, 'mail_*', {}, 'tool_allowlist'],
    ['a tool that is on the list', { guardrails: listed }, 'mail_send', {}, undefined],
    ['tools of which one is on the list', { guardrails: listed }, 'mail_*', {}, 'tool_allowlist'],
    ['a name that looks like one that is off', { items: off }, 'm\u0430il_purge', {}, 'tool_killswitch'],
  ])('for %s', (_what, over, tool, rest, guardrail) => {
    expect(decide(over, tool, rest)).toMatchObject({ allowed: guardrail === undefined })
    expect(decide(over, tool, rest).guardrail).toBe(guardrail)
  })
})
