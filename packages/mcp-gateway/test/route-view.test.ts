import { type AgenticConfig, NO_AGENTIC_CONFIG } from '@gatehouse/guards/agentic'
import { authorizeTool, bannedBy, toolPolicyFor } from '@gatehouse/guards/tools'
import { fullName } from '@gatehouse/mcp'
import { describe, expect, test } from 'vitest'
import { routedConfig } from '../src/policy/route-view.ts'

const config = (over: Partial<AgenticConfig>): AgenticConfig => ({ ...NO_AGENTIC_CONFIG, ...over })
const policies = (named: Readonly<Record<string, object>>): AgenticConfig =>
  config({
    items: new Map([
      ['tool_policy', new Map(Object.entries(named).map(([name, item]) => [name, { ...item }]))],
      [
        'mcp_route',
        new Map([
          ['crm', {}],
          ['ops', {}],
        ]),
      ],
    ]),
  })
const may = (agenticConfig: AgenticConfig, tool: string, agentKey = 'bot', userRole?: string): boolean =>
  authorizeTool(routedConfig(agenticConfig, 'crm'), { agentKey, userRole, tool: `crm/${tool}` }).allowed

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

  test.each(['ops/*', 'ops/read', 'crm/*'])('%s does not allow a tool that has the name of a route', (pattern) => {
    const { items } = policies({})
    const agenticConfig = config({ items, agents: new Map([['bot', { tools: [pattern] }]]) })
    expect(may(agenticConfig, 'ops/read')).toBe(pattern === 'crm/*')
    expect(may(agenticConfig, 'read')).toBe(pattern === 'crm/*')
  })

  test('roles are checked against both names', () => {
    const agents = new Map([['bot', { tools: ['*'] }]])
    const roles = { clerk: { allowed_tools: ['read'] }, boss: { allowed_tools: ['crm/*'] } }
    const agenticConfig = config({ agents, rbac: { roles, agents: {} } })
    expect([may(agenticConfig, 'read', 'bot', 'clerk'), may(agenticConfig, 'write', 'bot', 'clerk')]).toEqual([
      true,
      false,
    ])
    expect(may(agenticConfig, 'write', 'bot', 'boss')).toBe(true)
  })
})

describe('policies', () => {
  const of = (agenticConfig: AgenticConfig, tool: string) =>
    toolPolicyFor(routedConfig(agenticConfig, 'crm'), `crm/${tool}`)?.policy

  test('a policy of the tool applies, overridden by the policy of the route’s tool, field by field', () => {
    const agenticConfig = policies({
      read: { session_limit: 3, rate_limit: { limit: 7, window_seconds: 60 } },
      'crm/read': { session_limit: 9 },
      'ops/read': { session_limit: 1 },
    })
    expect(of(agenticConfig, 'read')).toMatchObject({ session_limit: 9, rate_limit: { limit: 7 } })
    expect(of(policies({ 're*': { session_limit: 3 } }), 'read')).toMatchObject({ session_limit: 3 })
    expect(of(policies({ 'crm/re*': { session_limit: 4 }, read: {} }), 'read')).toMatchObject({ session_limit: 4 })
    expect(of(policies({ 'crm/*': { session_limit: 4, enabled: false } }), 'read')).toBeUndefined()
  })

  test('a role denied by either policy is denied', () => {
    const agents = new Map([['bot', { tools: ['*'] }]])
    const value = {
      ...policies({
        read: { role_restrictions: { intern: 'block' } },
        'crm/*': { role_restrictions: { intern: 'allow', '*': 'redact' } },
      }),
      agents,
    }
    expect(may(value, 'read', 'bot', 'intern')).toBe(false)
    expect(may(value, 'read', 'bot', 'clerk')).toBe(true)
  })

  test('workflows refer to tools of the route', () => {
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

describe('several servers behind a route', () => {
  const several = (kind: string, named: Readonly<Record<string, object>>): AgenticConfig => {
    const servers = [{ name: 'eu' }, { name: 'us' }]
    return config({
      items: new Map([
        [kind, new Map(Object.entries(named).map(([name, item]) => [name, { ...item }]))],
        [
          'mcp_route',
          new Map<string, Readonly<Record<string, unknown>>>([
            ['crm', { several: true, servers }],
            ['ops', {}],
          ]),
        ],
      ]),
    })
  }

  test('have tools that follow the settings of the tool', () => {
    const policy = (named: Readonly<Record<string, object>>, tool: string) =>
      toolPolicyFor(routedConfig(several('tool_policy', named), 'crm'), `crm/${tool}`)?.policy
    const approval = { approval: { required: true } }
    expect(policy({ pay: approval }, 'eu__pay')).toMatchObject(approval)
    expect(policy({ 'pay*': approval }, 'us__payout')).toMatchObject(approval)
    expect(policy({ 'crm/pay': approval }, 'eu__pay')).toMatchObject(approval)
    expect(policy({ pay: { ...approval, enabled: false } }, 'eu__pay')?.approval).not.toMatchObject({ required: true })
    // A setting for another route, or for the tools of one server, applies only to these.
    expect(policy({ 'ops/pay': approval }, 'eu__pay')).toBeUndefined()
    expect(policy({ eu__pay: approval }, 'us__pay')).toBeUndefined()
    const both = { pay: { session_limit: 3, ...approval }, 'eu__*': { session_limit: 9 } }
    expect(policy(both, 'eu__pay')).toMatchObject({ session_limit: 9, ...approval })
    expect(policy({ ...both, '*': { session_limit: 1 } }, 'us__pay')).toMatchObject({ session_limit: 3, ...approval })
    const long = 'x'.repeat(70)
    expect(policy({ [long]: approval }, fullName('eu', long))).toMatchObject(approval)
  })

  test('lose disabled tools, and keep tools absent from a list', () => {
    const disabled = routedConfig(several('disabled_tool', { pay: {}, 'crm/send': {} }), 'crm').items.get(
      'disabled_tool',
    )
    expect(['eu__pay', 'us__pay', 'eu__send'].map((tool) => bannedBy(disabled, `crm/${tool}`) !== undefined)).toEqual([
      true,
      true,
      true,
    ])
    expect(bannedBy(disabled, 'crm/eu__read')).toBeUndefined()
    const value = { ...several('disabled_tool', {}), agents: new Map([['bot', { tools: ['pay', 'us__*'] }]]) }
    expect([may(value, 'eu__pay'), may(value, 'us__pay')]).toEqual([false, true])
  })

  test('have results that follow the data policy of the tool', () => {
    const named = { pay: { note: 'tool' }, 'eu__*': { note: 'server' } }
    const items = routedConfig(several('data_policy', named), 'crm').items.get('data_policy')
    expect([items?.get('crm/us__pay'), items?.get('crm/eu__pay')]).toEqual([{ note: 'tool' }, { note: 'server' }])
  })
})
