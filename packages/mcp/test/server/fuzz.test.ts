import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'

import { createMcpEngine, type McpHttpAnswer, passAll } from '../../src/index.ts'
import { type Script, ScriptedUpstream, text } from '../kit/scripted-upstream.ts'
import { initializeBody } from '../kit/http.ts'

/** Runs of each property. */
const RUNS = 400

function gateway(answer: NonNullable<Script['answer']> = () => text('hi')) {
  const defects: unknown[] = []
  const upstreams: ScriptedUpstream[] = []
  const mcpEngine = createMcpEngine({
    clock: { now: () => 0 },
    limits: { streamAfter_ms: 50, keepAlive_ms: 50 },
    onDefect: (error) => void defects.push(error),
  })
  const connect = () => {
    const upstream = new ScriptedUpstream({ answer })
    upstreams.push(upstream)
    return Promise.resolve(upstream)
  }
  const handle = (method: string, headers: Readonly<Record<string, string>>, body: unknown) =>
    mcpEngine.handle({
      method,
      headers,
      body,
      signal: AbortSignal.timeout(50),
      requestId: 'r',
      owner: 'o',
      route: { connect, interceptor: passAll },
    })
  return { made: mcpEngine, defects, upstreams, handle }
}

async function whole({ body }: McpHttpAnswer): Promise<string> {
  if (typeof body === 'string') return body
  let all = ''
  for await (const piece of body) all += piece
  return all
}

const name = fc.constantFrom(
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-param-a',
  'last-event-id',
  'accept',
  'traceparent',
)
const value = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('2025-11-25', '2026-07-28', 'tools/call', 'x', '0.0', '*/*', 'text/event-stream', '=?base64?eA==?='),
)
const headers = fc.dictionary(name, value, { maxKeys: 6 })
const method = fc.constantFrom('initialize', 'tools/call', 'tools/list', 'subscriptions/listen', 'ping', 'nothing/such')
const meta = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constant('2026-07-28'), fc.jsonValue()),
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
    traceparent: fc.jsonValue(),
    progressToken: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.jsonValue(),
      arguments: fc.jsonValue(),
      notifications: fc.jsonValue(),
      inputResponses: fc.jsonValue(),
      requestState: fc.jsonValue(),
      protocolVersion: fc.jsonValue(),
      _meta: fc.oneof(meta, fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
)
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof(method, fc.jsonValue()),
    params,
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(message, message, fc.jsonValue(), fc.array(message, { maxLength: 4 }), fc.constant(undefined))

describe('any input', () => {
  test('is answered with a JSON-RPC message, a stream or nothing, and causes no defect', async () => {
    const { made, defects, handle } = gateway()
    const { headers: opened } = await handle('POST', {}, initializeBody('2025-03-26'))
    const session = opened['mcp-session-id'] ?? ''
    const http = fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT')
    await fc.assert(
      fc.asyncProperty(http, headers, fc.boolean(), body, async (verb, input, inSession, sent) => {
        const own = inSession && verb !== 'DELETE' ? { ...input, 'mcp-session-id': session } : input
        const answer = await handle(verb, own, verb === 'POST' ? sent : undefined)
        expect(answer.status).toBeGreaterThanOrEqual(200)
        expect(answer.status).toBeLessThan(500)
        const whole_ = await whole(answer)
        if (answer.headers['content-type'] !== 'application/json') return
        for (const item of [JSON.parse(whole_) as unknown].flat()) {
          expect(item).toMatchObject({ jsonrpc: '2.0' })
          expect(Object.keys(item as object)).toContain('id')
        }
      }),
      { numRuns: RUNS },
    )
    expect(defects).toEqual([])
    made.close()
  })

  test('never sends unrequested messages upstream', async () => {
    const { made, handle, upstreams } = gateway()
    await fc.assert(
      fc.asyncProperty(headers, message, async (input, sent) => {
        await whole(await handle('POST', { ...input, authorization: 'Bearer secret-of-the-caller' }, sent))
      }),
      { numRuns: RUNS },
    )
    const upstream = JSON.stringify(upstreams.map(({ requests, headers: all, notified }) => [requests, all, notified]))
    expect(upstream).not.toContain('secret-of-the-caller')
    made.close()
  })

  test('of great depth or width has linear cost', async () => {
    const { made, handle, defects } = gateway()
    const { headers: opened } = await handle('POST', {}, initializeBody())
    let deep: unknown = 'x'
    for (let depth = 0; depth < 500; depth += 1) deep = { deep }
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index]))
    const effort_ms = startEffort()
    for (const args of [deep, wide]) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: args } }
      expect((await handle('POST', { 'mcp-session-id': opened['mcp-session-id'] ?? '' }, call)).status).toBe(200)
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': args,
      }
      const own = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'x',
        'mcp-param-a': 'nowhere',
      }
      const answer = await handle('POST', own, { ...call, params: { ...call.params, _meta } })
      expect(answer.status).toBeLessThan(500)
    }
    expect(effort_ms()).toBeLessThan(6_000)
    expect(defects).toEqual([])
    made.close()
  })
})

describe('an endlessly nested upstream message', () => {
  test('is an error to the client, with sessions and without, as JSON and on a stream', async () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep]
    const { made, handle, defects } = gateway(() => ({ content: [deep] }))
    const { headers: opened } = await handle('POST', {}, initializeBody())
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } }
    const own = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'x' }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    for (const accept of ['application/json', 'text/event-stream']) {
      const answers = [
        await handle('POST', { accept, 'mcp-session-id': opened['mcp-session-id'] ?? '' }, call),
        await handle('POST', { accept, ...own }, { ...call, params: { ...call.params, _meta } }),
      ]
      for (const answer of answers) expect(await whole(answer)).toContain('cannot be serialized')
    }
    expect(defects).toEqual([])
    made.close()
  })
})
