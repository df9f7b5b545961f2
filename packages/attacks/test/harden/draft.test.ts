import { PolicyFile } from '@gatehouse/contracts/policies'
import type { GuardRule } from '@gatehouse/contracts/redteam'
import { expect, test } from 'vitest'
import { withRules } from '../../src/harden/draft.ts'
import { withoutDefaults } from '../../src/harden/no-defaults.ts'
import { policyGuard } from '../../src/harden/policy-guard.ts'
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

test('settings that a guard service hides have no effect', async () => {
  const hidden = { enabled: true, action: 'block', settings: { canaries: '***', system_prompt: '***' } } as const
  const file = PolicyFile.parse({ version: 1, output_guardrails: { system_prompt_leak: hidden } })
  expect(await policyGuard(file).output('The mark is ***.', 'Which?')).toMatchObject({ isBlocked: false })
  const drafted = PolicyFile.parse(withRules(file, [LEAK]))
  expect(await policyGuard(drafted).output('It is heron-4471.', 'Which?')).toMatchObject({ isBlocked: true })
})

test('a built-in guard does not block in place of a rule', async () => {
  const without = PolicyFile.parse(withoutDefaults([LEAK, ARGUMENTS]))
  expect(await policyGuard(without).toolCall(...TRAVERSAL)).toMatchObject({ isBlocked: false })
  const alone = PolicyFile.parse(withRules(withoutDefaults([LEAK, ARGUMENTS]), [ARGUMENTS]))
  expect(await policyGuard(alone).toolCall(...TRAVERSAL)).toMatchObject({
    isBlocked: true,
    guards: ['argument_payload_risk'],
  })
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
