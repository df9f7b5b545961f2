import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import type { AccessCall } from '../../src/agentic/access/call.ts'
import { globOf } from '../../src/agentic/access/glob.ts'
import { resourceName } from '../../src/agentic/access/resource.ts'
import { accessChain } from '../../src/agentic/agent-chains.ts'
import { NOBODY, tenantOf, type TestTenant } from './run.ts'

const ask = (over: Partial<AccessCall> = {}): AccessCall => ({
  ...NOBODY,
  agentKey: 'bot',
  action: 'read',
  resource: 'orders/1',
  sourceAgent: undefined,
  classification: undefined,
  ...over,
})

const team = (settings: object, rest: TestTenant = {}) =>
  tenantOf(accessChain, { guardrails: { data_access_guard: { settings: { ...settings } } }, ...rest })

const ROLES = {
  clerk: { data_clearance: 'internal' },
  doctor: { data_clearance: 'restricted' },
  odd: { data_clearance: 'cosmic' },
  none: {},
}
const RESOURCES = [
  { pattern: 'patients/*', classification: 'restricted' },
  { pattern: 'patients/*/public', classification: 'public' },
  { pattern: 'site/*', classification: 'public' },
  { pattern: 'hr/*', classification: 'confidential', roles: ['doctor'], actions: ['read', 'list*'], agents: ['hr-*'] },
]

describe('clearance and classification', () => {
  const check = team({ resources: RESOURCES }, { roles: ROLES, rbacAgents: { 'care-bot': 'doctor' } })

  test.each([
    ['clerk', 'orders/1', true],
    ['clerk', 'patients/7', false],
    ['doctor', 'patients/7', true],
    ['clerk', 'patients/7/public', true],
    ['none', 'site/index', true],
    ['none', 'orders/1', false],
    ['odd', 'orders/1', false],
    ['toString', 'site/index', false],
    [undefined, 'orders/1', false],
    [undefined, 'site/index', true],
  ])('role %s and %s: %s', async (userRole, resource, allowed) => {
    expect((await check(ask({ userRole, resource }))).allowed).toBe(allowed)
  })

  test('the role of the agent applies if the call names no role', async () => {
    expect((await check(ask({ agentKey: 'care-bot', resource: 'patients/7' }))).allowed).toBe(true)
    expect((await check(ask({ agentKey: 'care-bot', userRole: 'clerk', resource: 'patients/7' }))).allowed).toBe(false)
  })

  test('the classification claimed by the caller can only make the check stricter', async () => {
    expect((await check(ask({ userRole: 'clerk', classification: 'restricted' }))).allowed).toBe(false)
    expect((await check(ask({ userRole: 'clerk', classification: 'no such word' }))).allowed).toBe(false)
    const milder = await check(ask({ userRole: 'clerk', resource: 'patients/7', classification: 'public' }))
    expect(milder.allowed).toBe(false)
    expect(milder.results.at(-1)).toMatchObject({
      category: 'clearance',
      details: { classification: 'restricted', clearance: 'internal', rule: 'patients/*' },
    })
  })

  test.each([
    'PATIENTS/7',
    'patients//7',
    './patients/7',
    'site/../patients/7',
    'patients%2F7',
    'patients%252f7',
    'patients\\7',
    'pat\u200Bients/7',
    'ｐａｔｉｅｎｔｓ/7',
    'pаtients/7',
    ' patients/7',
  ])('%j is the same resource', async (resource) => {
    expect((await check(ask({ userRole: 'clerk', resource }))).allowed).toBe(false)
    expect((await check(ask({ userRole: 'doctor', resource }))).allowed).toBe(true)
  })

  test.each([
    ['../etc/passwd', 'traversal'],
    ['site/../../etc', 'traversal'],
    ['site%2f%2e%2e%2f%2e%2e%2fetc', 'traversal'],
    ['site/a\u0000b', 'control_character'],
  ])('%j is refused for its name', async (resource, category) => {
    const verdict = await check(ask({ userRole: 'doctor', resource }))
    expect(verdict.results.at(-1)).toMatchObject({ passed: false, category })
  })

  test.each([
    [{ userRole: 'doctor', agentKey: 'hr-bot', action: 'read' }, undefined],
    [{ userRole: 'doctor', agentKey: 'hr-bot', action: 'list' }, undefined],
    [{ userRole: 'doctor', agentKey: 'hr-bot', action: 'delete' }, 'resource_action'],
    [{ userRole: 'doctor', agentKey: 'bot', action: 'read' }, 'resource_agent'],
    [{ userRole: 'clerk', agentKey: 'hr-bot', action: 'read' }, 'resource_role'],
  ] as const)('a rule of the resource restricts access: %j', async (over, category) => {
    const { results } = await check(ask({ ...over, resource: 'hr/salaries' }))
    expect(results.at(-1)?.category).toBe(category)
  })

  test('a tenant without clearances has no check, unless it sets a default clearance', async () => {
    expect((await team({ resources: RESOURCES })(ask({ resource: 'patients/7' }))).allowed).toBe(true)
    const strict = team({ resources: RESOURCES, default_clearance: 'internal' })
    expect((await strict(ask({ resource: 'patients/7' }))).allowed).toBe(false)
  })
})

describe('permissions of agent and role', () => {
  const check = team(
    {},
    {
      agents: {
        bot: { tools: ['orders_*'], agent_permissions: { planner: ['orders_read', 'read:orders/1'] } },
        planner: { tools: ['plan'] },
        idle: { status: 'disabled', tools: ['*'] },
        bare: {},
        editor: { tools: ['update_customers', 'delete_draft', 'share:plan'] },
      },
      roles: { user: { allowed_tools: ['orders_read'] } },
    },
  )

  test.each([
    [{ action: 'orders_read' }, undefined],
    [{ action: 'refund' }, 'toolset'],
    [{ action: 'use', resource: 'orders_read' }, undefined],
    [{ action: 'invoke', resource: 'refund' }, 'toolset'],
    [{ action: 'orders_write', userRole: 'user' }, 'role'],
    [{ action: 'orders_read', userRole: 'user' }, undefined],
    [{ action: 'read', userRole: 'stranger' }, 'role'],
    [{ agentKey: 'bare', action: 'orders_read' }, 'toolset'],
    [{ agentKey: 'idle' }, 'unknown_agent'],
    [{ agentKey: 'nobody' }, 'unknown_agent'],
    [{ agentKey: undefined }, 'unknown_agent'],
    [{ headerAgentKey: 'planner' }, 'impersonation'],
    [{ sourceAgent: 'planner', action: 'orders_read' }, undefined],
    [{ sourceAgent: 'planner' }, undefined],
    [{ sourceAgent: 'planner', resource: 'orders/2' }, 'delegation'],
    [{ sourceAgent: 'bare', action: 'orders_read' }, 'delegation'],
    [{ sourceAgent: 'idle', action: 'orders_read' }, 'delegation'],
    [{ sourceAgent: '__proto__', action: 'orders_read' }, 'delegation'],
  ] as const)('%j: %s', async (over, category) => {
    const verdict = await check(ask(over))
    expect(verdict.allowed).toBe(category === undefined)
    expect(verdict.results.at(-1)?.category).toBe(category)
  })

  test.each([
    [{ action: 'delete', resource: 'orders/1' }, undefined],
    [{ action: 'delete', resource: 'customers/1' }, 'toolset'],
    [{ action: 'Export', resource: 'customers' }, 'toolset'],
    [{ action: 'read', resource: 'customers/1' }, undefined],
    [{ agentKey: 'editor', action: 'update', resource: 'customers/1' }, undefined],
    [{ agentKey: 'editor', action: 'delete', resource: 'customers/1' }, 'toolset'],
    [{ agentKey: 'editor', action: 'delete', resource: 'drafts/7' }, undefined],
    [{ agentKey: 'editor', action: 'share', resource: 'plan' }, undefined],
    [{ agentKey: 'editor', action: 'share', resource: 'plans' }, 'toolset'],
    [{ agentKey: 'editor', action: 'update', resource: 'customers/1', userRole: 'user' }, 'role'],
    [{ agentKey: 'bare', action: 'write', resource: 'x' }, 'toolset'],
  ] as const)('a change needs a tool for it: %j: %s', async (over, category) => {
    const verdict = await check(ask(over))
    expect(verdict.results.at(-1)?.category).toBe(category)
  })

  test('a monitored tenant receives a report and no refusal', async () => {
    const monitored = team({}, { mode: 'monitor', agents: { bot: { tools: [] } } })
    expect(await monitored(ask({ action: 'refund' }))).toMatchObject({
      allowed: true,
      action: 'pass',
      would: { action: 'block', block: true },
    })
  })
})

describe('names of resources', () => {
  test('have one normal form for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const { plain } = resourceName(name)
        expect(plain).not.toMatch(/(?:^|\/)\.\.(?:\/|$)/)
        expect(plain).toBe(plain.toLowerCase())
      }),
    )
  })

  test('long names are normalized quickly', () => {
    const effort_ms = startEffort()
    for (const name of ['%25'.repeat(340), '../'.repeat(340), 'a*'.repeat(500), '*'.repeat(1_000)]) resourceName(name)
    expect(effort_ms()).toBeLessThan(600)
  })
})

describe('patterns', () => {
  test.each([
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['*b*', 'abc', true],
    ['a*b*c', 'a-c-b', false],
    ['a*b*b', 'ab', false],
    ['abc', 'abcd', false],
  ])('%s and %s: %s', (pattern, text, matches) => {
    expect(globOf(pattern)?.matches(text)).toBe(matches)
  })

  test('match as a regex would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
    fc.assert(
      fc.property(patterns, letters, (pattern, text) => {
        const regex = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
        expect(globOf(pattern)?.matches(text)).toBe(regex.test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('with too many stars are invalid', () => {
    expect(globOf('*'.repeat(17))).toBeUndefined()
  })
})
