import { type AgenticConfig, authorizeTool, NO_AGENTIC_CONFIG, toolPolicyFor } from '@gatehouse/guards'
import { describe, expect, test } from 'vitest'
import { routedConfig } from '../../../src/gateway/mcp/policy/route-view.ts'

const config = (over: Partial<AgenticConfig>): AgenticConfig => ({ ...NO_AGENTIC_CONFIG, ...over })
const policies = (named: Readonly<Record<string, object>>): AgenticConfig =>
  config({
    items: new Map([
      ['tool_policy', new Map(Object.entries(named).map(([name, one]) => [name, { ...one }]))],
      [
        'mcp_route',
        new Map([
          ['crm', {}],
          ['ops', {}],
        ]),
      ],
    ]),
  })
const may = (given: AgenticConfig, tool: string, agentKey = 'bot', userRole?: string): boolean =>
  authorizeTool(routedConfig(given, 'crm'), { agentKey, userRole, tool: `crm/${tool}` }).allowed

describe('toolsets', () => {
  test.each([
    ['read', true],
    ['crm/read', true],
    ['crm/*', true],
    ['re*', true],
    ['*', true],
    ['ops/read', false],
    ['ops/*', false],
    ['write', false],
  ])('a toolset of %s', (pattern, allowed) => {
    const agents = new Map([['bot', { tools: [pattern] }]])
    expect(may(config({ agents }), 'read')).toBe(allowed)
  })

  test.each(['ops/*', 'ops/read', 'crm/*'])('what %s allows is no tool that bears the name of a route', (pattern) => {
    const { items } = policies({})
    const given = config({ items, agents: new Map([['bot', { tools: [pattern] }]]) })
    expect(may(given, 'ops/read')).toBe(pattern === 'crm/*')
    expect(may(given, 'read')).toBe(pattern === 'crm/*')
  })

  test('roles are held to both names', () => {
    const agents = new Map([['bot', { tools: ['*'] }]])
    const roles = { clerk: { allowed_tools: ['read'] }, boss: { allowed_tools: ['crm/*'] } }
    const given = config({ agents, rbac: { roles, agents: {} } })
    expect([may(given, 'read', 'bot', 'clerk'), may(given, 'write', 'bot', 'clerk')]).toEqual([true, false])
    expect(may(given, 'write', 'bot', 'boss')).toBe(true)
  })
})

describe('policies', () => {
  const of = (given: AgenticConfig, tool: string) => toolPolicyFor(routedConfig(given, 'crm'), `crm/${tool}`)?.policy

  test('that of the tool holds, that of the route’s tool goes before it, field by field', () => {
    const given = policies({
      read: { session_limit: 3, rate_limit: { limit: 7, window_seconds: 60 } },
      'crm/read': { session_limit: 9 },
      'ops/read': { session_limit: 1 },
    })
    expect(of(given, 'read')).toMatchObject({ session_limit: 9, rate_limit: { limit: 7 } })
    expect(of(policies({ 're*': { session_limit: 3 } }), 'read')).toMatchObject({ session_limit: 3 })
    expect(of(policies({ 'crm/re*': { session_limit: 4 }, read: {} }), 'read')).toMatchObject({ session_limit: 4 })
    expect(of(policies({ 'crm/*': { session_limit: 4, enabled: false } }), 'read')).toBeUndefined()
  })

  test('what a role may not do by either, it may not', () => {
    const agents = new Map([['bot', { tools: ['*'] }]])
    const given = {
      ...policies({
        read: { role_restrictions: { intern: 'block' } },
        'crm/*': { role_restrictions: { intern: 'allow', '*': 'redact' } },
      }),
      agents,
    }
    expect(may(given, 'read', 'bot', 'intern')).toBe(false)
    expect(may(given, 'read', 'bot', 'clerk')).toBe(true)
  })

  test('workflows speak of tools of the route', () => {
    const workflow = {
      require_before: ['login', 'ops/ticket'],
      forbidden_transitions: [
        ['read', 'send*'],
        ['', 'read'],
      ],
    }
    expect(of(policies({ read: { workflow } }), 'read')?.workflow).toMatchObject({
      require_before: ['crm/login', 'ops/ticket'],
      forbidden_transitions: [
        ['crm/read', 'crm/send*'],
        ['', 'crm/read'],
      ],
    })
  })
})
