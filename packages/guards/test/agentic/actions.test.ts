import { describe, expect, test } from 'vitest'
import { actionChain } from '../../src/agentic/agent-chains.ts'
import { classesOf } from '../../src/agentic/actions/classes.ts'
import { actionWords } from '../../src/agentic/actions/words.ts'
import { act, people, team } from './acting.ts'
import { tenantOf } from './run.ts'

describe('kinds of actions', () => {
  test.each([
    ['delete_account', 'irreversible'],
    ['deleteAllUsers', 'irreversible'],
    ['db.drop-table', 'irreversible'],
    ['PURGE_DATABASE', 'irreversible'],
    ['de1ete_database', 'irreversible'],
    ['dеlеte_database', 'irreversible'],
    ['ｄｅｌｅｔｅ_database', 'irreversible'],
    ['delete\u200B_database', 'irreversible'],
    ['factory_reset', 'irreversible'],
    ['delete_draft', 'destructive'],
    ['disable_audit_logging', 'protection_off'],
    ['turn_off_firewall', 'protection_off'],
    ['grant_admin_role', 'rights'],
    ['modify_permissions', 'rights'],
    ['create_api_key', 'rights'],
    ['transfer_funds', 'money_transfer'],
    ['send_payment', 'money_transfer'],
    ['export_all_customers', 'mass_export'],
    ['bulk_export', 'mass_export'],
    ['deploy_to_production', 'production_change'],
    ['run_shell_command', 'code_execution'],
    ['purchase_item', 'payment'],
    ['get_weather', undefined],
    ['send_email', undefined],
    ['list_users', undefined],
    ['read_file', undefined],
    ['get_access_token', undefined],
    ['search_orders', undefined],
    ['send_invoice', undefined],
    ['update_ticket', undefined],
    ['dropdown_open', undefined],
    ['paypal_status', undefined],
    ['update_shipping_address', undefined],
  ])('%s: %s', (action, kind) => {
    expect(classesOf(actionWords(action))[0]?.name).toBe(kind)
  })

  test('the action can be named in the action and its target in the resource', async () => {
    const check = team()
    expect(await check(act('delete', { resource: 'production_database' }))).toMatchObject({
      allowed: false,
      action: 'require_approval',
    })
    expect(await check(act('read', { resource: 'drop-table.md' }))).toMatchObject({ allowed: true, action: 'pass' })
    expect(await check(act('get', { resource: 'delete_all' }))).toMatchObject({ action: 'pass' })
  })

  test('the tenant configures the result of each kind', async () => {
    const check = team({ class_actions: { irreversible: 'block', rights: 'pass', destructive: 'pass' } })
    expect((await check(act('delete_database'))).action).toBe('block')
    expect((await check(act('grant_role'))).action).toBe('pass')
    expect(() => team({ class_actions: { no_such: 'block' } })).toThrow('no_such')
  })
})

describe('lists', () => {
  const check = team({
    denied_actions: ['wire_*', '*secret*'],
    allowed_actions: ['read_*', 'wire_money', 'delete_database', 'query'],
    approval_actions: ['read_salaries'],
  })

  test.each([
    ['read_orders', 'pass', undefined],
    ['wire_money', 'block', 'denied'],
    ['WIRE_Money', 'block', 'denied'],
    ['wire\u00AD_money', 'block', 'denied'],
    ['read_secrets', 'block', 'denied'],
    ['write_orders', 'block', 'not_allowed'],
    ['read_salaries', 'require_approval', 'approval'],
    ['delete_database', 'pass', undefined],
    ['__proto__', 'block', 'not_allowed'],
  ] as const)('%j: %s', async (action, expected, category) => {
    const verdict = await check(act(action))
    expect(verdict.action).toBe(expected)
    expect(verdict.results.at(-1)?.category).toBe(category)
  })

  test('an action that is written out as allowed is still judged by its arguments', async () => {
    expect(await check(act('query', { params: { sql: 'DROP TABLE users' } }))).toMatchObject({
      action: 'require_approval',
    })
  })

  test('the entry configures the result of a denied action', async () => {
    const warned = tenantOf(actionChain, {
      guardrails: { action_guard: { action: 'warn', settings: { denied_actions: ['x'] } } },
    })
    expect(await warned(act('x'))).toMatchObject({ allowed: true, action: 'warn' })
  })

  test('a monitored tenant receives a report and no refusal', async () => {
    const monitored = team({ denied_actions: ['x'] }, { mode: 'monitor' })
    expect(await monitored(act('x'))).toMatchObject({ allowed: true, would: { action: 'block', block: true } })
  })
})

describe('risk', () => {
  test.each([
    [0.79, 'pass'],
    [0.8, 'require_approval'],
  ])('of %d: %s', async (risk, expected) => {
    expect((await team()(act('read_file', { risk }))).action).toBe(expected)
  })
})

describe('sensitive actions', () => {
  test('are confirmed by a token, and require no approval unless the tenant enables it', async () => {
    const check = team()
    const chainVerdict = await check(act('delete_account'))
    expect(chainVerdict).toMatchObject({ allowed: false, action: 'require_approval' })
    const { confirmation_token: token, request_id } = chainVerdict.extra as Record<string, string>
    expect([typeof token, request_id]).toEqual(['string', undefined])
    expect((await check(act('delete_account', { confirmationToken: token, params: { id: 2 } }))).allowed).toBe(false)
    expect((await check(act('delete_account', { confirmationToken: token }))).allowed).toBe(true)
    expect((await check(act('delete_account', { confirmationToken: token }))).allowed).toBe(false)
    const both = await team({ class_actions: { irreversible: 'require_approval' } })(act('delete_account'))
    expect(both.extra).toMatchObject({ request_id: 'r-1' })
  })

  test.each([{ enabled: false }, { mode: 'monitor' as const }, { action: 'warn' as const }])(
    'require approval if confirmations do not block: %j',
    async (entry) => {
      const check = tenantOf(actionChain, {
        guardrails: { 'sensitive-action-confirmation': entry },
        ports: people().ports,
      })
      expect((await check(act('delete_account'))).extra).toMatchObject({ request_id: 'r-1' })
    },
  )

  test('that are approved count as confirmed', async () => {
    const check = team({ approval_actions: ['purge_data'] })
    expect((await check(act('purge_data'))).extra).toMatchObject({ request_id: 'r-1' })
    expect((await check(act('purge_data', { grantId: 'g' }))).allowed).toBe(true)
  })
})

describe('approvals', () => {
  test('an action that requires approval is refused without approvers', async () => {
    const alone = tenantOf(actionChain, { guardrails: {} })
    expect(await alone(act('delete_database'))).toMatchObject({ allowed: false, action: 'block' })
  })

  test('are asked for, with the rule and the arguments', async () => {
    const { ports, asked } = people()
    const verdict = await team({}, { ports })(act('delete_database', { params: { name: 'x' } }))
    expect(verdict).toMatchObject({
      allowed: false,
      action: 'require_approval',
      extra: { request_id: 'r-1', required_approvals: 1, expires_at: '1970-01-01T00:00:00.000Z' },
    })
    expect(asked).toEqual([expect.objectContaining({ tool: 'delete_database', minApprovals: 1, ttl_s: 3_600 })])
  })

  test('allow the call after they are granted', async () => {
    const { ports, spent, asked } = people('spent')
    const call = act('delete_database', { grantId: 'g' })
    expect(await team({}, { ports })(call)).toMatchObject({ allowed: true, action: 'pass' })
    expect(spent).toEqual([[{ grantId: 'g' }, 'delete_database', call.argumentsHash]])
    expect(asked).toEqual([])
  })

  test.each(['unknown', 'mismatch', 'expired', 'consumed', 'denied'] as const)(
    'a grant that is %s blocks',
    async (outcome) => {
      const { ports, asked } = people(outcome)
      const verdict = await team({}, { ports })(act('delete_database', { approvalRequestId: 'r' }))
      expect(verdict).toMatchObject({ allowed: false, action: 'block' })
      expect(asked).toEqual([])
    },
  )

  test('do not allow a denied action, and a harmless action consumes none', async () => {
    const { ports, spent } = people('spent')
    const check = team({ denied_actions: ['delete_database'] }, { ports })
    expect(await check(act('delete_database', { grantId: 'g' }))).toMatchObject({ action: 'block' })
    expect(await check(act('read_file', { grantId: 'g' }))).toMatchObject({ action: 'pass' })
    expect(spent).toEqual([])
  })

  test('are neither requested nor consumed without enforcement', async () => {
    const { ports, spent, asked } = people('spent')
    const verdict = await team({}, { ports, mode: 'monitor' })(act('delete_database', { grantId: 'g' }))
    expect(verdict).toMatchObject({ allowed: true, would: { action: 'require_approval', block: true } })
    expect([spent, asked]).toEqual([[], []])
  })
})
