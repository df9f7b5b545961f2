import { PolicyFile } from '@gatehouse/contracts/policies'
import type { GuardRule } from '@gatehouse/contracts/redteam'
import { expect, test } from 'vitest'
import { withRules } from '../../src/harden/merge-rules.ts'
import { policyGuard } from '../../src/harden/policy-guard.ts'
import { ruleEffects } from '../../src/harden/rule-effects.ts'
import { selectRules } from '../../src/harden/select-rules.ts'
import { restoreTarget } from '../../src/replay/index.ts'

const LEAK: GuardRule = {
  id: 'output_guardrails.system_prompt_leak',
  section: 'output_guardrails',
  name: 'system_prompt_leak',
  entry: { enabled: true, action: 'block', settings: { canaries: ['heron-4471', 'kettle-12'] } },
}
const ARGUMENTS: GuardRule = {
  id: 'agentic_guardrails.argument_payload_risk',
  section: 'agentic_guardrails',
  name: 'argument_payload_risk',
  entry: { enabled: true, action: 'block' },
}
const TRAVERSAL = ['read_file', { path: '../../../../etc/passwd' }] as const

test('a rule joins the canaries of an existing entry, under any spelling of the guard', () => {
  const entry = { action: 'warn', on_error: 'closed', settings: { canaries: ['heron-4471', 'old-canary'] } }
  const merged = withRules({ version: 1, output_guardrails: { 'system-prompt-leak': entry } }, [LEAK])
  expect(merged['output_guardrails']).toEqual({
    'system-prompt-leak': {
      enabled: true,
      action: 'block',
      on_error: 'closed',
      settings: { canaries: ['heron-4471', 'old-canary', 'kettle-12'] },
    },
  })
  expect(PolicyFile.safeParse(merged).success).toBe(true)
})

test('a rule keeps all tools of an existing allowlist', () => {
  const allowed_tools = Array.from({ length: 150 }, (_, at) => `tool_${at}`)
  const entry = { enabled: true, settings: { allowed_tools } }
  const rule: GuardRule = { id: '', section: 'agentic_guardrails', name: 'tool_allowlist', entry }
  const merged = withRules({ version: 1, agentic_guardrails: { tool_allowlist: entry } }, [rule])
  expect(merged['agentic_guardrails']).toEqual({ tool_allowlist: entry })
})

test('settings that a guard service hides have no effect', async () => {
  const hidden = { enabled: true, action: 'block', settings: { canaries: '***', system_prompt: '***' } } as const
  const file = PolicyFile.parse({ version: 1, output_guardrails: { system_prompt_leak: hidden } })
  expect(await policyGuard(file).output('The mark is ***.', 'Which?')).toMatchObject({ isBlocked: false })
  const drafted = PolicyFile.parse(withRules(file, [LEAK]))
  expect(await policyGuard(drafted).output('It is heron-4471.', 'Which?')).toMatchObject({ isBlocked: true })
})

test('a rule is credited with its own blocks, and not with those of a guard that is enabled by default', async () => {
  const KILLSWITCH = { ...ARGUMENTS, id: 'agentic_guardrails.tool_killswitch', name: 'tool_killswitch' }
  const APPROVAL: GuardRule = {
    id: 'tool_policies.send_mail',
    section: 'tool_policies',
    name: 'send_mail',
    entry: { approval: { required: true } },
  }
  const [tool, args] = TRAVERSAL
  const attempts = [
    { attackId: 'traversal', events: [{ at: 'tool_call', tool, args } as const] },
    { attackId: 'mail', events: [{ at: 'tool_call', tool: 'send_mail', args: { to: 'ann@example.com' } } as const] },
    { attackId: 'leak', events: [{ at: 'output', text: 'It is heron-4471.', prompt: 'Which?' } as const] },
  ]
  const benign = [[{ at: 'tool_call', tool, args } as const]]
  const effects = await ruleEffects([LEAK, ARGUMENTS, KILLSWITCH, APPROVAL], attempts, benign)
  expect(effects.map(({ rule, blocks, falsePositives }) => [rule.name, [...blocks], falsePositives.size])).toEqual([
    ['system_prompt_leak', ['leak'], 0],
    ['argument_payload_risk', ['traversal'], 1],
    ['tool_killswitch', [], 0],
    ['send_mail', ['mail'], 0],
  ])
})

test('a rule that blocks most benign conversations is no part of the draft', () => {
  const effect = (rule: GuardRule, blocks: number, falsePositives: number) => ({
    rule,
    blocks: new Set(Array.from({ length: blocks }, (_, at) => `proof ${at}`)),
    falsePositives: new Set(Array.from({ length: falsePositives }, (_, at) => String(at))),
  })
  const effects = [effect(LEAK, 5, 21), effect(ARGUMENTS, 1, 2)]
  expect(selectRules(effects, 40).map(({ rule }) => rule)).toEqual([ARGUMENTS])
  expect(selectRules(effects, 42).map(({ rule }) => rule)).toEqual([ARGUMENTS, LEAK])
})

test('values replace the masks of a target at their paths only', () => {
  const target = {
    baseUrl: 'https://agent.example.org/chat?key=***',
    auth: { type: 'bearer', token: '***' },
    canaries: [{ name: 'one', value: '***' }, { name: 'two', value: '***' }],
  } // prettier-ignore
  expect(restoreTarget({ target })).toEqual({
    target: { baseUrl: target.baseUrl, auth: target.auth },
    missing: ['target.baseUrl', 'target.auth.token'],
    undeclared: ['target.canaries.0.value', 'target.canaries.1.value'],
  })
  const secrets = {
    'target.baseUrl': '$& key',
    'target.auth.token': 'tok-1',
    'target.canaries.1.value': 'kettle-12',
    'target.auth.type': 'basic',
  }
  expect(restoreTarget({ target }, secrets)).toEqual({
    target: {
      baseUrl: 'https://agent.example.org/chat?key=$& key',
      auth: { type: 'bearer', token: 'tok-1' },
      canaries: [{ name: 'two', value: 'kettle-12' }],
    },
    missing: [],
    undeclared: ['target.canaries.0.value'],
  })
})
