import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, type Answer, makeTeam, send, type Served, serveWithKeys } from '../serve.ts'

let service: Served
let call: (method: string, path: string, body?: unknown) => Promise<Answer>
beforeAll(async () => {
  service = await serveWithKeys()
  const key = await makeTeam(service.url, 'refused-writes', { plan: 'enterprise' })
  call = (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
})
afterAll(() => service.close())

describe('two spellings of one guard name', () => {
  const twice = {
    'keyword-blocklist': { action: 'block', blocklist: ['zzyzx'] },
    keyword_blocklist: { enabled: false },
  }

  test.each([
    ['PUT', '/v1/tenant/me/policies', { input_guardrails: twice, output_guardrails: {} }],
    [
      'PUT',
      '/v1/tenant/me/policies',
      { input_guardrails: {}, output_guardrails: { toxicity: {}, 'toxicity-detection': {} } },
    ],
    ['POST', '/guardrails/input', { message: 'zzyzx road', input: twice }],
    ['POST', '/guardrails/input', { message: 'zzyzx road', guardrails: twice }],
  ])('are refused in %s %s', async (method, path, body) => {
    const answer = await call(method, path, body)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('both configure the guard')
    expect(answer.text).toContain('contradiction')
  })

  test('are refused in the server configuration and in a tenant of the administrator', async () => {
    for (const [path, body] of [
      ['/v1/shield/config', { guardrails: twice }],
      ['/v1/admin/tenants/refused-writes', { input_guardrails: twice }],
    ] as const) {
      const answer = await admin(`${service.url}${path}`, 'PUT', body)
      expect([path, answer.status]).toEqual([path, 422])
      expect(answer.text).toContain('both configure the guard')
      expect(answer.text).toContain('contradiction')
    }
  })

  test('a change by the administrator under another spelling changes the stored entry', async () => {
    const change = (input_guardrails: object) =>
      admin(`${service.url}/v1/admin/tenants/refused-writes`, 'PUT', { input_guardrails })
    expect((await change({ sentiment: { action: 'warn', threshold: 0.5 } })).status).toBe(200)
    const { status, body } = await change({ 'sentiment-analysis': { action: 'block' } })
    const { input_guardrails: stored } = body as { input_guardrails: Record<string, unknown> }
    expect([status, stored['sentiment']]).toEqual([200, { action: 'block', threshold: 0.5 }])
    expect(stored).not.toHaveProperty('sentiment-analysis')
    expect((await change({ 'sentiment-analysis': null })).body['input_guardrails']).not.toHaveProperty('sentiment')
  })

  test('a single spelling is accepted in any form', async () => {
    const [[kebab, entry]] = Object.entries(twice) as [[string, object]]
    const body = { input_guardrails: { [kebab]: entry }, output_guardrails: {} }
    expect((await call('PUT', '/v1/tenant/me/policies', body)).status).toBe(200)
  })
})

describe('names that no tool can have', () => {
  const NAMES = ['bad name', 'delete?x', 'a*b', 'b\u0430n', 'x'.repeat(300), '../x']

  test.each(NAMES)('%j is rejected in a rule', async (name) => {
    const path = encodeURIComponent(name)
    const policy = { tool_name: name }
    expect((await call('PUT', `/v1/agents/tools/policies/${path}`, {})).status).toBe(422)
    expect((await call('PUT', '/v1/agents/tools/policies', [policy])).status).toBe(422)
    expect((await call('PUT', '/v1/agents/tools/policies', { [name]: {} })).status).toBe(422)
    expect((await call('POST', `/v1/shield/tools/${path}/disable`, { reason: 'test' })).status).toBe(422)
    expect((await call('PUT', `/v1/data-policies/tools/${path}/policy`, {})).status).toBe(422)
    const minted = await call('POST', '/v1/shield/cap/mint', { tool: name, resource: 'x' })
    const [violation] = minted.body['detail'] as { loc: unknown }[]
    expect([minted.status, violation?.loc]).toEqual([422, ['body', 'tool']])
  })

  test.each(['crm/*', 'delete_*', '*', 'github.search'])('%s is accepted in a rule', async (name) => {
    const path = encodeURIComponent(name)
    expect((await call('PUT', `/v1/agents/tools/policies/${path}`, {})).status).toBe(200)
    expect((await call('POST', `/v1/shield/tools/${path}/disable`, { reason: 'test' })).status).toBe(200)
    expect((await call('POST', `/v1/shield/tools/${path}/enable`, { reason: 'test' })).status).toBe(200)
  })
})

test('a version of the policies names its creator as the audit log does', async () => {
  await call('PUT', '/v1/tenant/me/policies', { input_guardrails: {}, output_guardrails: {} })
  const { body } = await call('GET', '/v1/tenant/me/policies/versions')
  const [version] = body['versions'] as { version: number; created_by: string; key_id: string }[]
  expect(version!.created_by).toBe('tenant:refused-writes')
  const audit = await call('GET', '/v1/tenant/me/audit?action=policy.update&limit=1')
  const [entry] = audit.body['entries'] as { actor: string; details: { key_id: string } }[]
  expect(version).toMatchObject({ created_by: entry!.actor, key_id: entry!.details.key_id })
  const read = await call('GET', `/v1/tenant/me/policies/versions/${version!.version}`)
  expect(read.body).toMatchObject({ created_by: entry!.actor, key_id: entry!.details.key_id })
})

test('an unknown verdict in a query of the audit log is refused', async () => {
  expect((await call('GET', '/v1/tenant/me/audit?verdict=foo')).status).toBe(422)
  expect((await call('GET', '/v1/tenant/me/audit?verdict=require_approval')).status).toBe(200)
})
