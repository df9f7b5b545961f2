import { isToolName } from '@gatehouse/contracts/policies'
import { describe, expect, test } from 'vitest'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import { authorizeTool } from '../../../src/agentic/authorize.ts'
import { bannedBy } from '../../../src/agentic/engine/tool-names.ts'
import { createToolGuard } from '../../../src/create-tool-guard.ts'
import { decided } from './decided.ts'

const DELETING = [
  'Delete_x',
  'DELETE_X',
  'dElEtE_x',
  'delete-x',
  'delete.x',
  'delete__x',
  '_delete_x',
  'deleteX',
  'srv/delete_x',
  'a/b/Delete-x',
  'functions.delete_x',
  'mcp:srv:delete_x',
  'mcp__srv__delete_x',
  'd\u0435lete_x',
]
const OTHERS = ['deleted_items', 'undelete_x', 'del_x', 'read_delete']

describe('a ban on a prefix', () => {
  const bans = new Map([['delete_*', 'deleting']])

  test.each(DELETING)('matches %s', (tool) => {
    expect(bannedBy(bans, tool)).toBe('deleting')
  })

  test.each(OTHERS)('does not match %s', (tool) => {
    expect(bannedBy(bans, tool)).toBeUndefined()
  })

  const callable = DELETING.filter((tool) => isToolName(tool))

  test.each(callable)('of approvals asks for %s', async (tool) => {
    const guard = createToolGuard({ toolPolicies: { 'delete_*': { approval: {} }, '*': {} } })
    expect(decided(await guard.check({ tool }))).toMatch(/^approval_workflow/)
  })

  test.each(DELETING)('of roles matches %s', (tool) => {
    const policies = new Map([['delete_*', { role_restrictions: { guest: 'block' } }]])
    const config: AgenticConfig = { ...NO_AGENTIC_CONFIG, items: new Map([['tool_policy', policies]]) }
    const use = { agentKey: undefined, tool }
    expect(authorizeTool(config, { ...use, userRole: 'guest' })).toMatchObject({ allowed: false })
    expect(authorizeTool(config, { ...use, userRole: 'clerk' })).toMatchObject({ allowed: true })
  })
})

describe('a ban on a name', () => {
  const bans = new Map([['delete_user', 'deleting']])

  test.each(['Delete_User', 'delete-user', 'deleteUser', 'crm/delete_user', 'delete_user.'])('matches %s', (tool) => {
    expect(bannedBy(bans, tool)).toBe('deleting')
  })

  test.each(['delete_users', 'delete', 'delete_user/x', 'user_delete'])('does not match %s', (tool) => {
    expect(bannedBy(bans, tool)).toBeUndefined()
  })
})

test('a rule for the exact name or for a longer prefix is never skipped', () => {
  const bans = new Map([
    ['delete_*', 'family'],
    ['delete-tmp_*', 'temporary'],
    ['Delete_mine', 'own'],
    ['srv/*', 'server'],
  ])
  expect(bannedBy(bans, 'Delete_mine')).toBe('own')
  expect(bannedBy(bans, 'delete-tmp_1')).toBe('temporary')
  expect(bannedBy(bans, 'Delete-tmp_1')).toBe('temporary')
  expect(bannedBy(bans, 'srv/x')).toBe('server')
})

test('another spelling is forbidden by a policy, never allowed by it', async () => {
  const toolPolicies = { 'read_*': {}, '*': { approval: {} } }
  const guard = createToolGuard({ toolPolicies })
  expect((await guard.check({ tool: 'read_x' })).allowed).toBe(true)
  expect((await guard.check({ tool: 'Read_x' })).allowed).toBe(false)
  const toolset = createToolGuard({ agents: { bot: { tools: ['read_*'] } } })
  expect((await toolset.check({ tool: 'Read_x', agentKey: 'bot' })).allowed).toBe(false)
  expect((await toolset.check({ tool: 'srv/read_x', agentKey: 'bot' })).allowed).toBe(false)
})

test('a ban on a server and a ban on a tool both apply to a tool of the server', async () => {
  const guard = createToolGuard({
    toolPolicies: { 'srv/*': {}, 'delete_*': { approval: {} } },
  })
  expect((await guard.check({ tool: 'srv/delete_x' })).allowed).toBe(false)
  expect((await guard.check({ tool: 'Srv/delete_x' })).allowed).toBe(false)
  expect((await guard.check({ tool: 'srv/read_x' })).allowed).toBe(true)
})
