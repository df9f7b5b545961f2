import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, serveWithKeys, type Served } from '../serve.ts'
import { agentTeam } from './agent-team.ts'

let service: Served
let namesKey = ''
beforeAll(async () => {
  service = await serveWithKeys()
  namesKey = (await agentTeam(service, 'names')).key
})
afterAll(() => service.close())

describe('alias fields', () => {
  test.each([
    ['agent/check', { agent_key: 'a', agent_id: 'b', action: 'read', resource: 'x' }],
    ['action/check', { action: 'pay', params: { amount: 1 }, arguments: { amount: 1_000 } }],
    ['action/check', { action: 'pay', grant_id: 'a', approval_grant: 'b' }],
    ['agent/budget', { agent_key: 'a', agent_id: 'b', tokens: 1 }],
    ['memory/check', { operation: 'write', key: 'k', value: 'good', memory_value: 'bad' }],
    ['memory/check', { operation: 'read', key: 'k', memory_key: 'l' }],
    ['memory/check', { operation: 'read', key: 'k', namespace: 'a', memory_namespace: 'b' }],
    ['memory/cleanup', { namespace: 'a', memory_namespace: 'b' }],
    ['mcp/check', { server_id: 'a', name: 'b', tool_name: 'x' }],
    ['mcp/check', { server_id: 'a', tool_name: 'x', tool: { name: 'y' } }],
    ['mcp/check', { server_id: 'a', tool_name: 'x', tool_description: 'good', tool: { description: 'bad' } }],
    ['mcp/register', { server_id: 'a', mcp_server: 'b' }],
  ])('%s with %j is refused', async (path, body) => {
    expect((await post(`${service.url}/v1/shield/${path}`, body, { 'x-api-key': namesKey })).status).toBe(422)
  })

  test.each([
    [
      'action/check',
      { agent_key: 'a', agent_id: 'a', action: 'x', params: { a: [1], b: 2 }, arguments: { b: 2, a: [1] } },
    ],
    ['memory/check', { agent_key: 'a', operation: 'write', key: 'k', memory_key: 'k', value: 'v', memory_value: 'v' }],
  ])('%s with %j is fine', async (path, body) => {
    expect((await post(`${service.url}/v1/shield/${path}`, body, { 'x-api-key': namesKey })).status).toBe(200)
  })
})

describe('null for absent fields', () => {
  const none = { agent_id: null, user_role: null, session_id: null }

  test.each([
    ['agent/check', { action: 'read', resource: 'x', source_agent: null, data_classification: null }],
    ['action/check', { action: 'read_file', resource: null, params: null, risk: null, grant_id: null }],
    ['agent/budget', { tokens: null, cost_usd: null, tool_calls: null, tool_name: null }],
    ['memory/check', { operation: 'read', key: 'k', value: null, memory_value: null, memory_namespace: null }],
    ['memory/check', { operation: 'write', memory_key: 'k', key: null, value: 'v', source_agent: null }],
    ['mcp/register', { server_id: 'files', name: null, url: null, description: null }],
    ['mcp/check', { name: 'files', server_id: null, tool_name: 'x', tool: null, tool_schema: null }],
  ])('%s with %j is fine', async (path, body) => {
    const answer = await post(
      `${service.url}/v1/shield/${path}`,
      { agent_key: 'a', ...none, ...body },
      { 'x-api-key': namesKey },
    )
    expect(answer).toMatchObject({ status: 200 })
  })
})
