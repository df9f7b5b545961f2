import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { resultOf, resultsOf, serveWithKeys, type Served } from '../serve.ts'
import { outputTeam } from './tool-output-team.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const team = (rest: object = {}) => outputTeam(service.url, rest)

const CARD = {
  pattern_id: 'card',
  description: 'Visa',
  regex: '\\b4\\d{15}\\b',
  replacement: '[CARD]',
  severity: 'high',
}
const rules = (...sanitization_rules: object[]) => ({ sanitization_rules })

describe('the output of a tool', () => {
  proves(
    [
      'guard:endpoints.tool-output',
      'guard:tool-output.tool-name',
      'guard:tool-output.output',
      'guard:service.sanitizes-tool-output',
      'guard:rules.stage.output-redacts',
      'guard:rules.output.redact-sanitizes',
      'guard:data.sanitization-shape',
      'guard:data.violation-shape',
      'guard:names.data-policy-sanitization-result',
      'guard:verdict.sanitization',
      'guard:service.tool-answers-allowed',
    ],
    'is redacted by default, and the verdict names the method',
    async () => {
      const item = await team()
      await item.policy('crm', rules(CARD))
      const answer = await item.check({ tool_name: 'crm', output: 'paid with 4111111111111111' })
      expect(answer).toMatchObject({
        status: 200,
        body: { allowed: true, safe: true, action: 'redact', mode: 'enforce', sanitized_output: 'paid with [CARD]' },
      })
      expect(answer.body['sanitization']).toEqual({
        applied: true,
        stage: 'output',
        mode: 'regex',
        regex_violations: [
          { pattern_id: 'card', description: 'Visa', severity: 'high', count: 1, action: 'redact', source: 'tool' },
        ],
        output_modified: true,
      })
      expect(resultOf(answer, 'data_policy_sanitization')).toMatchObject({
        passed: false,
        action: 'redact',
        severity: 'high',
      })
      expect(resultOf(answer, 'tool_authorization')).toMatchObject({ passed: true })
      const clean = await item.check({ tool_name: 'crm', output: 'paid in cash' })
      expect(clean.body).toMatchObject({ action: 'pass', sanitization: { applied: true, output_modified: false } })
      expect(clean.body).not.toHaveProperty('sanitized_output')
    },
  )

  proves.each(
    ['guard:check.dialect-output', 'guard:output.tool-output'],
    [
      ['output as JSON', { tool_name: 'crm', output: { n: 4111111111111111 } }],
      ['tool_output', { tool_name: 'crm', tool_output: '{"n":4111111111111111}' }],
      ['tool_output as JSON', { tool_name: 'crm', tool_output: { n: 4111111111111111 } }],
      ['the name in the context', { context: { tool_name: 'crm' }, output: '{"n":4111111111111111}' }],
    ],
  )('is accepted as %s', async (_title, body) => {
    const item = await team()
    await item.policy('crm', rules(CARD))
    expect((await item.check(body)).body).toMatchObject({ sanitized_output: '{"n":"[CARD]"}' })
  })

  test.each([
    ['no tool name', { output: 'x' }, 'tool_name'],
    ['no output', { tool_name: 'crm' }, 'output'],
    ['an output of null', { tool_name: 'crm', output: null }, 'output'],
    ['a stage that is none', { tool_name: 'crm', output: 'x', stage: 'both' }, 'stage'],
  ])('with %s is a 422 that names the field', async (_title, body, field) => {
    const answer = await (await team()).check(body)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
  })

  proves(
    ['guard:endpoints.output-sanitization', 'guard:rules.output.data-policy-second'],
    'on /guardrails/output is sanitized if the tool is named',
    async () => {
      const item = await team()
      await item.policy('crm*', rules(CARD))
      const output = '{"card": "4111111111111111"}'
      const answer = await item.output({ output, context: { tool_name: 'crm_read' } })
      expect(answer.body).toMatchObject({
        safe: true,
        action: 'redact',
        sanitized_output: '{"card": "[CARD]"}',
        sanitization: { applied: true, mode: 'regex', output_modified: true },
      })
      expect((await item.output({ output, context: { tool_name: 'other' } })).body).toMatchObject({
        sanitization: { applied: false, mode: 'none' },
      })
    },
  )

  proves(
    'guard:rules.output.critical-block',
    'is refused entirely by a rule of action block and severity critical',
    async () => {
      const item = await team()
      await item.policy(
        'crm',
        rules({ ...CARD, action: 'block', severity: 'critical' }, { pattern_id: 'n', regex: '\\d' }),
      )
      const answer = await item.check({ tool_name: 'crm', output: 'paid with 4111111111111111' })
      expect(answer.body).toMatchObject({
        allowed: false,
        action: 'block',
        sanitization: { output_modified: false, regex_violations: [{ severity: 'critical', action: 'block' }, {}] },
      })
      expect(answer.body).not.toHaveProperty('sanitized_output')
      expect(answer.body['skipped_guardrails']).toContain('system_prompt_leak')
      expect(answer.text).not.toContain('4111111111111111')
    },
  )

  proves(
    'guard:rules.output.guards-third',
    'is screened by the output guards after the policy, and JSON stays valid',
    async () => {
      const item = await team({ output_guardrails: { pii_leakage: { action: 'redact' } } })
      await item.policy('crm', rules(CARD))
      const output = JSON.stringify({ a: '4111111111111111', b: 5500005555555559, c: 'ann@exam\u0070le.com' }).replace(
        'ann@',
        'ann\\u0040',
      )
      const answer = await item.check({ tool_name: 'crm', output })
      expect(
        resultsOf(answer.body)
          .map(({ guardrail }) => guardrail)
          .slice(0, 2),
      ).toEqual(['tool_authorization', 'data_policy_sanitization'])
      expect(JSON.parse(String(answer.body['sanitized_output']))).toEqual({
        a: '[CARD]',
        b: '[CREDIT_CARD]',
        c: '[EMAIL_ADDRESS]',
      })
      // Guards never see text that the policy redacted.
      expect(resultOf(answer, 'pii_leakage')?.['details']).toMatchObject({
        counts: { CREDIT_CARD: 1, EMAIL_ADDRESS: 1 },
      })
    },
  )
})

describe('stage input', () => {
  proves(
    ['guard:rules.stage.input-detects', 'guard:data.input-unchanged'],
    'detects possible redactions, and never changes arguments',
    async () => {
      const item = await team({ output_guardrails: { pii_leakage: { action: 'redact' } } })
      await item.policy('crm', rules(CARD, { pattern_id: 'explicit', regex: 'ann', action: 'redact' }))
      const answer = await item.check({ tool_name: 'crm', output: '4111111111111111 ann@example.com', stage: 'input' })
      expect(answer.body).toMatchObject({
        allowed: true,
        action: 'detect',
        sanitization: {
          stage: 'input',
          output_modified: false,
          regex_violations: [{ action: 'detect' }, { action: 'detect' }],
        },
      })
      expect(answer.body).not.toHaveProperty('sanitized_output')
    },
  )

  proves.each('guard:rules.stage.input-refuses', [
    ['a critical severity', { severity: 'critical' }],
    ['a critical severity that is only to be detected', { severity: 'critical', action: 'detect' }],
    ['an explicit block', { severity: 'low', action: 'block' }],
  ])('refuses on %s', async (_title, over) => {
    const item = await team()
    await item.policy('crm', rules({ ...CARD, ...over }))
    const context = { tool_name: 'crm', stage: 'input' }
    expect((await item.output({ output: '4111111111111111', context })).body).toMatchObject({
      safe: false,
      action: 'block',
    })
  })
})
