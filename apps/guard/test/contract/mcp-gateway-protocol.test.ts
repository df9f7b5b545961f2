import { type Reference, startReference } from '@gatehouse/testkit/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, call, makeKey, makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

interface Parts {
  readonly served: Served
  readonly reference: Reference
  readonly url: string
  readonly key: string
  /** Sessions of the same tenant, and of another tenant with a route of the same name. */
  readonly others: readonly string[]
}

let parts: Parts

beforeAll(async () => {
  const reference = await startReference()
  const service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' } })
  const keys = [await makeTeam(service.url, 'protocol-one'), await makeTeam(service.url, 'protocol-two')] as const
  for (const key of keys) {
    const route = `${service.url}/v1/tenant/me/mcp-gateway/upstreams/same`
    await send(route, 'PUT', { transport: 'http', url: reference.url }, { 'x-api-key': key })
  }
  const second = await makeKey(service.store, 'protocol-one', 'runtime')
  const url = `${service.url}/gateway/same/mcp`
  parts = { served: service, reference, url, key: keys[0], others: [second.key, keys[1]] }
})

afterAll(async () => {
  await parts.served.close()
  await parts.reference.stop()
})

const BOTH = 'application/json, text/event-stream'

function say(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return post(parts.url, body, { 'x-api-key': parts.key, accept: BOTH, ...headers })
}

async function begin(): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tester', version: '1' } }
  const { headers } = await say({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
}

proves.group('guard:mcp.error-codes', 'errors have the codes of JSON-RPC', () => {
  test.each([
    [-32_700, 400, '{"jsonrpc": "2.0", '],
    [-32_600, 400, { id: 1, method: 'tools/list' }],
    [-32_600, 400, 'null'],
    [-32_600, 400, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] }],
    [-32_601, 200, { jsonrpc: '2.0', id: 1, method: 'nothing/such' }],
    [-32_602, 200, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing such' } }],
  ] as const)('%i with status %i', async (code, status, body) => {
    const answer = await say(body, await begin())
    expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', error: { code } }])
  })

  test('-32603 for an unreachable tool server, with a message without its address', async () => {
    const { served, key } = parts
    const upstream = `${served.url}/v1/tenant/me/mcp-gateway/upstreams/gone`
    await send(upstream, 'PUT', { transport: 'http', url: 'http://127.0.0.1:9/mcp' }, { 'x-api-key': key })
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tester', version: '1' } }
    const headers = { 'x-api-key': key, accept: BOTH }
    const answer = await post(
      `${served.url}/gateway/gone/mcp`,
      { jsonrpc: '2.0', id: 4, method: 'initialize', params },
      headers,
    )
    expect(answer.body).toMatchObject({ id: 4, error: { code: -32_603 } })
    expect(answer.text).not.toContain('127.0.0.1')
  })
})

describe('a session', () => {
  test('is there for the key that began it, and for no other key or tenant', async () => {
    const session = await begin()
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const other of parts.others) {
      expect((await say(list, { ...session, 'x-api-key': other })).status).toBe(404)
      const streams = { ...session, 'x-api-key': other, accept: 'text/event-stream' }
      expect((await call(parts.url, { headers: streams })).status).toBe(404)
      expect((await call(parts.url, { method: 'DELETE', headers: streams })).status).toBe(404)
    }
    expect((await say(list, session)).status).toBe(200)
  })

  proves('guard:mcp.resume', 'resumes a stream from Last-Event-ID', async () => {
    const session = await begin()
    const params = { name: 'test_tool_with_progress', _meta: { progressToken: 'p' } }
    const whole = await say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session)
    const ids = [...whole.text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '')
    expect(ids.length).toBeGreaterThan(3)
    const headers = { ...session, 'x-api-key': parts.key, accept: 'text/event-stream', 'last-event-id': ids[1] ?? '' }
    const rest = await call(parts.url, { headers })
    expect(rest.text).toBe(whole.text.slice(whole.text.indexOf(`id: ${ids[2]}`)))
  })
})

describe('a client of either era', () => {
  test.each(['legacy', 'auto'] as const)('%s works unchanged, requests of servers included', async (mode) => {
    const capabilities = { elicitation: {} }
    const client = new Client({ name: 'tester', version: '1' }, { capabilities, versionNegotiation: { mode } })
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
    const requestInit = { headers: { 'x-api-key': parts.key } }
    await client.connect(new StreamableHTTPClientTransport(new URL(parts.url), { requestInit }))
    const answer = await client.callTool({ name: 'test_input_required_result_elicitation' })
    expect(answer.content).toEqual([{ type: 'text', text: 'Hello, Ada!' }])
    await client.close()
  })
})
