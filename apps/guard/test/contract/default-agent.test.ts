import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
let owner: Record<string, string>
let key: string
let answer: Answer
beforeAll(async () => {
  service = await serveWithKeys()
  owner = { 'x-api-key': await makeTeam(service.url, 'stock', { plan: 'enterprise' }) }
  for (const [agent_id, tools] of Object.entries({ bot: ['read'], other: ['write'] })) {
    await send(`${service.url}/v1/agents/registry`, 'POST', { agent_id, tools }, owner)
  }
  const request = { name: 'client', scope: 'runtime', default_agent: 'bot' }
  answer = await send(`${service.url}/v1/tenant/me/api-keys`, 'POST', request, owner)
  key = String(answer.body['api_key'])
})
afterAll(() => service.close())

const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  post(service.url + path, body, { 'x-api-key': key, ...headers })
const allowed = async (body: object, headers = {}): Promise<unknown> =>
  (await call('/v1/shield/tool/check', body, headers)).body['allowed']

proves('guard:identity.default-agent', 'a call without an agent uses the default agent of its key', async () => {
  expect(answer).toMatchObject({ status: 201, body: { default_agent: 'bot' } })
  expect([await allowed({ tool_name: 'read' }), await allowed({ tool_name: 'write' })]).toEqual([true, false])
  const output = await call('/v1/shield/tool/output', { tool_name: 'read', output: 'fine' })
  expect([output.status, output.body['allowed']]).toEqual([200, true])
  const content = { output: 'fine', context: { tool_name: 'read' } }
  expect((await call('/guardrails/output', content)).body).toMatchObject({ safe: true })
  expect((await call('/guardrails/output', { output: 'fine', context: { tool_name: 'write' } })).body).toMatchObject({
    safe: false,
  })
  const minted = await call('/v1/shield/cap/mint', { tool: 'read', resource: '*' })
  expect([minted.status, (await call('/v1/shield/cap/mint', { tool: 'write', resource: '*' })).status]).toEqual([
    200, 403,
  ])
})

test('an agent in the call overrides the agent of its key; a key without agent names none', async () => {
  expect(await allowed({ tool_name: 'write', agent_key: 'other' })).toBe(true)
  expect(await allowed({ tool_name: 'write' }, { 'x-agent-key': 'other' })).toBe(true)
  expect(await allowed({ tool_name: 'read', agent_key: 'other' })).toBe(false)
  const { body } = await post(`${service.url}/v1/shield/tool/check`, { tool_name: 'read' }, owner)
  expect(body['allowed']).toBe(false)
})

test('it is listed with the key for administrators, who may also set it', async () => {
  const own = await send(`${service.url}/v1/tenant/me/api-keys`, 'GET', undefined, owner)
  expect(own.body['api_keys']).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'client', default_agent: 'bot' })]) as unknown,
  )
  const tenant = await admin(`${service.url}/v1/admin/tenants`, 'POST', {
    tenant_id: 'second',
    api_keys: [{ name: 'k', default_agent: 'later' }],
  })
  expect(tenant.body['api_keys']).toMatchObject([{ name: 'k', default_agent: 'later' }])
  const wrong = await send(`${service.url}/v1/tenant/me/api-keys`, 'POST', { default_agent: 'not an id' }, owner)
  expect(wrong.status).toBe(422)
})

test('the audit log names the agent that the key named', async () => {
  await allowed({ tool_name: 'read', session_id: 'audited' })
  await call('/guardrails/input', { message: 'hello', session_id: 'audited' })
  const { body } = await send(`${service.url}/v1/tenant/me/audit?limit=20`, 'GET', undefined, owner)
  const entries = body['entries'] as { details: { session_id?: string; agent_key?: string } }[]
  const found = entries.filter(({ details }) => details.session_id === 'audited')
  expect(found).toHaveLength(2)
  for (const { details } of found) expect(details.agent_key).toBe('bot')
})
