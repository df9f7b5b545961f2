import { PolicyFile } from '@gatehouse/contracts/policies'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { policyFileSchema } from '../src/index.ts'

const valid = new Ajv2020({ strict: false, validateFormats: false }).compile(policyFileSchema())

describe('the schema of policy files', () => {
  test.each([
    [{ version: 1 }],
    [{ version: 1, input_guardrails: { 'keyword-blocklist': { action: 'block', blocklist: ['acme'] } } }],
    [{ version: 1, output_guardrails: { system_prompt_leak: { settings: { canaries: '***' } } } }],
    [{ version: 1, output_guardrails: { system_prompt_leak: { settings: { canaries: ['ZX-81-HERON'] } } } }],
    [{ version: 1, agentic_guardrails: { tool_allowlist: { action: 'block' } }, tool_policies: { 'pay_*': {} } }],
    [{ version: 1, agents: { bot: { tools: ['orders_*'] } }, cases: [{ name: 'a', tool: 'b', expect: 'block' }] }],
  ])('accepts %j like the command', (file) => {
    expect(valid(file) ? [] : valid.errors).toEqual([])
    expect(PolicyFile.safeParse(file).success).toBe(true)
  })

  test.each([
    [{ mode: 'enforce' }],
    [{ version: 2 }],
    [{ version: 1, agent: {} }],
    [{ version: 1, agents: { 'no id': {} } }],
    [{ version: 1, cases: [{ name: 'a', expect: 'block' }] }],
    [{ version: 1, cases: [{ name: 'a', text: 'b', tool: 'c', expect: 'block' }] }],
  ])('refuses %j, as the command does', (file) => {
    expect(valid(file)).toBe(false)
    expect(PolicyFile.safeParse(file).success).toBe(false)
  })

  test.each([[{ no_such: {} }], [{ toxicity: { settings: { treshold: 1 } } }], [{ pii_leakage: {} }]])(
    'reports in the editor that %j is not an input guard',
    (input_guardrails) => {
      expect(valid({ version: 1, input_guardrails })).toBe(false)
    },
  )
})
