import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
let count = 0
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** A tenant of its own, called with its key. */
async function team(rest: object = {}): Promise<Call> {
  const key = await makeTeam(service.url, `data-${++count}`, { plan: 'pro', ...rest })
  return (method, path, body) => send(`${service.url}/v1/data-policies${path}`, method, body, { 'x-api-key': key })
}

const CARD = {
  pattern_id: 'card',
  description: 'Visa numbers',
  regex: '\\b4\\d{15}\\b',
  replacement: '[CARD]',
  severity: 'critical',
  action: 'redact',
  enabled: true,
  min_count: 1,
}

describe('the policy of a tool', () => {
  proves(
    [
      'guard:data.tool-routes',
      'guard:data.tools-list',
      'guard:data-policy.mode',
      'guard:data-policy.rules',
      'guard:data-policy.rule-strings',
      'guard:data.rule-fields',
      'guard:service.tenant-configures-tools',
    ],
    'is made, read, replaced, listed and removed',
    async () => {
      const call = await team()
      const answer = await call('POST', '/tools/crm/policy', { sanitization_mode: 'regex', sanitization_rules: [CARD] })
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status: 'created',
          tool_name: 'crm',
          policy: { sanitization_mode: 'regex', sanitization_rules: [CARD] },
        },
      })
      const rule = { pattern_id: 'mail', regex: '\\S+@\\S+', severity: 'medium' }
      const role = { role: 'support', output_rules: ['dates of birth'] }
      const put = await call('PUT', '/tools/crm/policy', { sanitization_rules: [rule], role_policies: [role] })
      expect(put.body).toMatchObject({ status: 'updated', policy: { sanitization_rules: [rule] } })
      await call('POST', '/tools/files_*/policy', {})
      const read = await call('GET', '/tools/crm/policy')
      expect(read.body).toMatchObject({
        exists: true,
        policy: { tool_name: 'crm', enabled: true, sanitization_rules: [{ ...rule, min_count: 1, enabled: true }] },
        backends: [{ path: 'role_policies.0.output_rules.0', backend: 'builtin', entities: ['DATE_OF_BIRTH'] }],
      })
      const list = await call('GET', '/tools')
      expect(list.body).toMatchObject({ total: 2, policies: { crm: { tool_name: 'crm' }, 'files_*': {} } })
      expect(await call('DELETE', '/tools/crm/policy')).toMatchObject({ status: 200, body: { status: 'deleted' } })
      expect((await call('GET', '/tools/crm/policy')).status).toBe(404)
      expect((await call('DELETE', '/tools/crm/policy')).status).toBe(404)
      expect((await call('GET', '/tools')).body).toMatchObject({ total: 1 })
    },
  )

  proves(
    ['guard:data.linear-regex', 'guard:data.regex-refused'],
    'is rejected with the path and the reason if a pattern cannot be matched in linear time',
    async () => {
      const call = await team()
      const rules = [CARD, { pattern_id: 'back', regex: '(a)\\1' }, { pattern_id: 'ahead', regex: 'a(?=b)' }]
      const answer = await call('POST', '/tools/crm/policy', { sanitization_rules: rules })
      expect(answer.status).toBe(422)
      expect(answer.body['detail']).toEqual([
        {
          loc: ['body', 'sanitization_rules', 1, 'regex'],
          msg: expect.stringContaining('which a linear-time engine cannot match') as string,
          type: 'invalid_pattern',
        },
        {
          loc: ['body', 'sanitization_rules', 2, 'regex'],
          msg: expect.stringContaining('has a lookahead') as string,
          type: 'invalid_pattern',
        },
      ])
      expect((await call('GET', '/tools')).body).toMatchObject({ total: 0 })
    },
  )

  proves('guard:data.ai-without-model-422', 'is rejected if it needs a model and none is configured', async () => {
    const call = await team()
    for (const mode of ['ai', 'both']) {
      const answer = await call('POST', '/tools/crm/policy', { sanitization_mode: mode, sanitization_intent: 'x' })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('sanitization_mode')
      expect((await call('POST', '/global/policy', { sanitization_mode: mode })).status).toBe(422)
    }
    const roles = [{ role: '*', output_rules: ['names', 'what a person earns'] }]
    const answer = await call('POST', '/tools/crm/policy', { role_policies: roles })
    expect(answer.body['detail']).toMatchObject([
      { loc: ['body', 'role_policies', 0, 'output_rules', 1], type: 'guard_unavailable' },
    ])
  })

  proves.each(
    [
      'guard:data.rule-severity',
      'guard:data.rule-action',
      'guard:data-policy.rule-severity',
      'guard:data-policy.rule-action',
    ],
    [
      [{ severity: 'low' }, 200],
      [{ severity: 'high' }, 200],
      [{ severity: 'fatal' }, 422],
      [{ action: 'detect' }, 200],
      [{ action: 'block' }, 200],
      [{ action: 'mask' }, 200],
      [{ action: 'allow' }, 422],
      [{ regex: '' }, 422],
      [{ min_count: 0 }, 422],
      [{ pattern_id: undefined }, 422],
    ],
  )('a rule with %j answers %i', async (over, status) => {
    const call = await team()
    const answer = await call('POST', '/tools/crm/policy', { sanitization_rules: [{ ...CARD, ...over }] })
    expect(answer.status).toBe(status)
  })

  test('two rules with the same name are rejected', async () => {
    const call = await team()
    expect((await call('POST', '/tools/crm/policy', { sanitization_rules: [CARD, CARD] })).status).toBe(422)
  })
})

describe('the tenant-wide policy', () => {
  proves(
    [
      'guard:data.global-routes',
      'guard:data.global-get',
      'guard:data.global-absent',
      'guard:endpoints.global-policy-get',
      'guard:endpoints.global-policy-post',
      'guard:global-policy.enabled',
      'guard:global-policy.role-policies',
      'guard:global-policy.role',
      'guard:global-policy.action',
      'guard:global-policy.input-rules',
      'guard:global-policy.output-rules',
      'guard:data.role-policy',
    ],
    'is empty, made, replaced and removed',
    async () => {
      const call = await team()
      const none = await call('GET', '/global/policy')
      expect(none.body).toMatchObject({ exists: false })
      expect(none.body['policy']).toEqual({})
      const roles = ['allow', 'redact', 'block', 'mask'].map((action) => ({
        role: action === 'redact' ? '*' : `${action}ed`,
        action,
        input_rules: ['passwords'],
        output_rules: ['social security numbers'],
      }))
      const answer = await call('POST', '/global/policy', { enabled: true, role_policies: roles })
      expect(answer.body).toMatchObject({ status: 'created', exists: true, policy: { role_policies: roles } })
      const replaced = await call('POST', '/global/policy', { enabled: false })
      expect(replaced.body).toMatchObject({ status: 'updated', policy: { enabled: false, role_policies: [] } })
      expect((await call('GET', '/global/policy')).body).toMatchObject({ exists: true, policy: { enabled: false } })
      expect((await call('DELETE', '/global/policy')).status).toBe(200)
      expect((await call('GET', '/global/policy')).body).toMatchObject({ exists: false, policy: {} })
      expect((await call('DELETE', '/global/policy')).status).toBe(404)
    },
  )
})

proves('guard:data.validate', 'a policy is validated without being saved', async () => {
  const call = await team()
  const good = await call('POST', '/validate', { sanitization_rules: [CARD] })
  expect(good.body).toEqual({ valid: true, errors: [], backends: [], warnings: [] })
  const bad = await call('POST', '/validate', { policy: { sanitization_rules: [{ ...CARD, regex: '(' }] } })
  expect(bad).toMatchObject({
    status: 200,
    body: { valid: false, errors: [{ path: 'sanitization_rules.0.regex', type: 'invalid_pattern' }] },
  })
  expect((await call('GET', '/tools')).body).toMatchObject({ total: 0 })
})

describe('predefined rule sets', () => {
  proves('guard:data.frameworks', 'are there for hipaa, pci_dss and gdpr', async () => {
    const call = await team()
    const { body } = await call('GET', '/compliance/frameworks')
    const frameworks = body['frameworks'] as { id: string; sanitization_rules: object[]; policy: object }[]
    expect(frameworks.map(({ id }) => id).sort()).toEqual(['gdpr', 'hipaa', 'pci_dss'])
    for (const { policy, sanitization_rules: rules } of frameworks) {
      expect(rules.length).toBeGreaterThan(3)
      // Each can be saved unchanged, without a model.
      expect(await call('POST', '/tools/any/policy', policy)).toMatchObject({ status: 200 })
    }
  })

  test('extend the policy of a tool or the tenant-wide policy', async () => {
    const call = await team()
    await call('POST', '/tools/crm/policy', { sanitization_rules: [CARD] })
    const path = '/compliance/frameworks/pci_dss/apply'
    const ofTool = await call('POST', path, { tool_name: 'crm' })
    expect(ofTool.body).toMatchObject({ status: 'updated', tool_name: 'crm' })
    expect(ofTool.text).toContain('"pci_track_1"')
    expect(ofTool.text).toContain('"card"')
    expect((await call('POST', path, {})).body).toMatchObject({ status: 'created', exists: true })
    expect((await call('POST', '/compliance/frameworks/none/apply', {})).status).toBe(422)
  })
})

describe('a preview', () => {
  proves('guard:data.preview', 'accepts payload, intent, stage and tool name', async () => {
    const call = await team()
    await call('POST', '/tools/crm/policy', { sanitization_rules: [CARD] })
    const payload = { card: '4111111111111111', mail: 'ann@example.com' }
    const plain = await call('POST', '/preview-sanitization', { payload, stage: 'output', tool_name: 'crm' })
    expect(plain.body).toMatchObject({
      safe: true,
      action: 'redact',
      sanitized_output: '{"card":"[CARD]","mail":"ann@example.com"}',
    })
    const ask = { payload: JSON.stringify(payload), tool_name: 'crm', intent: 'hide e-mail addresses' }
    const output = await call('POST', '/preview-sanitization', { ...ask, stage: 'output' })
    expect(output.body).toMatchObject({ sanitized_output: '{"card":"[CARD]","mail":"[EMAIL_ADDRESS]"}' })
    const input = await call('POST', '/preview-sanitization', { ...ask, stage: 'input' })
    expect(input.body).toMatchObject({ safe: false, action: 'block' })
    expect(input.body).not.toHaveProperty('sanitized_output')
    const strange = await call('POST', '/preview-sanitization', { ...ask, stage: 'output', intent: 'be nice' })
    // Without a configured model, the preview says so, and shows the effect of the policies.
    expect(strange).toMatchObject({
      status: 200,
      body: { action: 'redact', sanitization: { ai: { verdict: 'error', error: 'No model is configured.' } } },
    })
    expect(strange.body['sanitized_output']).toBe('{"card":"[CARD]","mail":"ann@example.com"}')
  })

  test('evaluates a draft instead of the stored policy, and stores nothing', async () => {
    const call = await team()
    const ask = {
      payload: 'ticket 17',
      tool_name: 'crm',
      policy: { sanitization_rules: [{ pattern_id: 'n', regex: '\\d+' }] },
    }
    expect((await call('POST', '/preview-sanitization', ask)).body).toMatchObject({ sanitized_output: 'ticket [N]' })
    expect((await call('GET', '/tools')).body).toMatchObject({ total: 0 })
  })
})

test('writes are audited with names and numbers, and without patterns', async () => {
  const key = await makeTeam(service.url, 'data-audit')
  const header = { 'x-api-key': key }
  const base = `${service.url}/v1/data-policies`
  await send(
    `${base}/tools/crm/policy`,
    'PUT',
    { sanitization_rules: [{ pattern_id: 'x', regex: 'project falcon' }] },
    header,
  )
  await send(`${base}/global/policy`, 'POST', {}, header)
  await send(`${base}/tools/crm/policy`, 'DELETE', undefined, header)
  const { body, text } = await send(`${service.url}/v1/tenant/me/audit`, 'GET', undefined, header)
  expect((body['entries'] as unknown[]).slice(0, 3)).toMatchObject([
    { action: 'data_policy.delete', details: { tool: 'crm' } },
    { action: 'data_policy.update', details: { scope: 'global', rules: 0 } },
    { action: 'data_policy.update', details: { tool: 'crm', rules: 1 } },
  ])
  expect(text).not.toContain('falcon')
})

test('a tenant sees and changes its own policies alone', async () => {
  const [one, other] = [await team(), await team()]
  await one('POST', '/tools/crm/policy', { sanitization_rules: [CARD] })
  await one('POST', '/global/policy', {})
  expect((await other('GET', '/tools/crm/policy')).status).toBe(404)
  expect((await other('DELETE', '/tools/crm/policy')).status).toBe(404)
  expect((await other('GET', '/global/policy')).body).toMatchObject({ exists: false })
  const preview = await other('POST', '/preview-sanitization', { payload: '4111111111111111', tool_name: 'crm' })
  expect(preview.body).toMatchObject({ action: 'pass', sanitization: { applied: false } })
  expect((await one('GET', '/tools')).body).toMatchObject({ total: 1 })
})
