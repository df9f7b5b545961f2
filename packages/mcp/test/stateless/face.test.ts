import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import type { Fields } from '../../src/messages.ts'
import { atStage } from '../kit/at-stage.ts'
import { gateways } from '../kit/before.ts'
import { call, openStream, send, stateless } from '../kit/http.ts'
import { progress, type Script, text } from '../kit/scripted-upstream.ts'

const before = gateways()

const upstreamOf = (answer: Script['answer']): Script => ({ era: 'stateless', ...(answer && { answer }) })
const META = 'io.modelcontextprotocol/'

describe('a request of the stateless era', () => {
  proves('guard:mcp.stateless', 'is independent: discovery and calls without any handshake', async () => {
    const { served, upstreams } = await before(
      upstreamOf(({ method }) =>
        method === 'server/discover'
          ? { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 5_000, cacheScope: 'public' }
          : text('hi'),
      ),
    )
    const discover = stateless('server/discover')
    const discovered = await send(served, discover.body, discover.headers)
    expect(discovered.messages[0]).toMatchObject({
      result: { resultType: 'complete', capabilities: { tools: {} }, ttlMs: 5_000 },
    })
    const { body, headers } = stateless('tools/call', { name: 'greet', arguments: { a: 1 } })
    const answer = await send(served, body, headers)
    expect(answer.messages[0]).toEqual({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', ...text('hi') } })
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    // The client's self-description is forwarded with each request.
    expect(upstreams[0]?.requests[1]).toEqual(body)
    expect([served.gateway.open, upstreams.length]).toEqual([{ sessions: 0, connections: 1 }, 1])
  })

  test('opens a connection if the owners of its group have capacity left', async () => {
    const { served } = await before(
      upstreamOf(() => text('hi')),
      { limits: { connectionsPerGroup: 1 } },
    )
    const { body, headers } = stateless('tools/call', { name: 'greet', arguments: {} })
    const request = async (owner: string, group: string) => {
      const { messages } = await send(served, body, { ...headers, 'x-owner': owner, 'x-group': group })
      return messages[0]
    }
    expect(await request('ann', 'one')).toMatchObject({ result: text('hi') })
    expect(await request('bob', 'one')).toMatchObject({ error: { message: expect.stringContaining('Too many') } })
    expect(await request('eve', 'two')).toMatchObject({ result: text('hi') })
    expect(await request('ann', 'one')).toMatchObject({ result: text('hi') })
  })

  test.each<[string, Fields, number]>([
    ['the version', { [`${META}protocolVersion`]: 7 }, -32_602],
    ['what the client can do', { [`${META}clientCapabilities`]: undefined }, -32_602],
    ['an end of it', { [`${META}clientCapabilities`]: { experimental: { note: 'x'.repeat(70_000) } } }, -32_602],
  ])('without %s in _meta is refused', async (_title, meta, code) => {
    const { served, upstreams } = await before(upstreamOf(undefined))
    const { body, headers } = stateless('tools/list', {}, meta)
    const answer = await send(served, body, headers)
    expect([answer.status, answer.messages[0]]).toMatchObject([400, { id: 1, error: { code } }])
    expect(upstreams).toEqual([])
  })

  test('needs no name of the client', async () => {
    const { served } = await before(upstreamOf(() => ({ tools: [] })))
    const { body, headers } = stateless('tools/list', {}, { [`${META}clientInfo`]: undefined })
    expect((await send(served, body, headers)).status).toBe(200)
  })

  proves.each('guard:mcp.headers-equal-body', [
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another name', { 'mcp-name': 'other' }],
    ['a name that only looks encoded', { 'mcp-name': '=?base64?!!!?=' }],
    ['the name of another tool, encoded', { 'mcp-name': '=?base64?b3RoZXI=?=' }],
    ['a name in other letters', { 'mcp-name': 'Greet' }],
  ] as const)('whose header names %s is rejected with 400 and -32020', async (_title, wrong) => {
    const { served, upstreams } = await before(upstreamOf(undefined))
    const { body, headers } = stateless('tools/call', { name: 'greet' })
    const answer = await send(served, body, { ...headers, ...wrong })
    expect([answer.status, answer.messages[0]]).toMatchObject([400, { id: 1, error: { code: -32_020 } }])
    expect(upstreams).toEqual([])
  })

  test.each(['mcp-protocol-version', 'mcp-method', 'mcp-name'])('without the header %s is refused', async (name) => {
    const { served } = await before(upstreamOf(undefined))
    const { body, headers } = stateless('tools/call', { name: 'greet' })
    const { [name]: _, ...rest } = headers
    expect((await send(served, body, rest)).messages[0]).toMatchObject({ error: { code: -32_020 } })
  })

  test.each(['grüße', ' padded ', '=?base64?literal?='])('named %j carries the name encoded', async (name) => {
    const { served } = await before(upstreamOf(() => text('hi')))
    const { body, headers } = stateless('tools/call', { name })
    const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`
    expect((await send(served, body, { ...headers, 'mcp-name': encoded })).status).toBe(200)
  })

  proves('guard:mcp.unknown-version', 'in an unknown version is -32022 with the supported versions', async () => {
    const { served } = await before(upstreamOf(undefined))
    const { body, headers } = stateless('tools/list', {}, { [`${META}protocolVersion`]: '2099-01-01' })
    const answer = await send(served, body, { ...headers, 'mcp-protocol-version': '2099-01-01' })
    expect(answer.status).toBe(400)
    expect(answer.messages[0]).toMatchObject({
      error: { code: -32_022, data: { requested: '2099-01-01', supported: expect.arrayContaining(['2026-07-28']) } },
    })
  })

  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'unknown/method'])(
    'for %s, which this era does not have, is 404 with -32601',
    async (method) => {
      const notFound = { jsonrpc: '2.0', id: 0, error: { code: -32_601, message: 'Method not found' } } as const
      const { served } = await before(upstreamOf(() => notFound))
      const { body, headers } = stateless(method)
      const answer = await send(served, body, headers)
      expect([answer.status, answer.messages[0]]).toMatchObject([404, { id: 1, error: { code: -32_601 } }])
    },
  )

  test('has no GET, no DELETE, no batch, no response', async () => {
    const { served } = await before(upstreamOf(undefined))
    const headers = { 'mcp-protocol-version': '2026-07-28' }
    expect((await send(served, undefined, headers, 'GET')).status).toBe(405)
    expect((await send(served, undefined, headers, 'DELETE')).status).toBe(405)
    expect((await send(served, [call(1, 'x')], headers)).status).toBe(400)
    expect((await send(served, { jsonrpc: '2.0', id: 1, result: {} }, headers)).status).toBe(400)
  })

  test('is cancelled when its client leaves', async () => {
    let aborted = false
    const { served } = await before(
      upstreamOf(
        (_request, { signal, onMessage }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted = true
              reject(new Error('aborted'))
            })
            onMessage(progress('t', 1))
          }),
      ),
    )
    const { body, headers } = stateless('tools/call', { name: 'slow' })
    const stream = await openStream(served, headers, body)
    // No ids: a broken stream of this protocol is not resumed.
    expect((await stream.next())?.id).toBeUndefined()
    stream.leave()
    await expect.poll(() => aborted).toBe(true)
    expect(served.defects).toEqual([])
  })
})

describe('mirrored parameters', () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      inner: { type: 'object', properties: { size: { type: 'integer', 'x-mcp-header': 'Size' } } },
    },
  }
  const answers = upstreamOf(({ method }) =>
    method === 'tools/list' ? { tools: [{ name: 'sql', inputSchema: schema }] } : text('ran'),
  )
  const args = { region: 'us', inner: { size: 42 } }

  proves.each('guard:mcp.headers-equal-body', [
    ['equal', { 'mcp-param-region': 'us', 'mcp-param-size': '42' }, 200],
    ['equal as numbers', { 'mcp-param-region': 'us', 'mcp-param-size': '42.0' }, 200],
    ['encoded', { 'mcp-param-region': '=?base64?dXM=?=', 'mcp-param-size': '42' }, 200],
    ['another value', { 'mcp-param-region': 'eu', 'mcp-param-size': '42' }, 400],
    ['swapped', { 'mcp-param-region': '42', 'mcp-param-size': 'us' }, 400],
    ['one missing', { 'mcp-param-region': 'us' }, 400],
    ['badly encoded', { 'mcp-param-region': '=?base64?dXM?=', 'mcp-param-size': '42' }, 400],
  ] as const)('%s', async (_title, mirrored, status) => {
    const { served, upstreams } = await before(answers)
    const list = stateless('tools/list')
    await send(served, list.body, list.headers)
    const { body, headers } = stateless('tools/call', { name: 'sql', arguments: args })
    const answer = await send(served, body, { ...headers, ...mirrored })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.messages[0]).toMatchObject({ error: { code: -32_020 } })
    else expect(upstreams[0]?.headers[1]).toMatchObject({ 'mcp-param-region': 'us', 'mcp-param-size': '42' })
  })

  test('without the schema, a header must mirror some argument', async () => {
    const { served } = await before(answers)
    const { body, headers } = stateless('tools/call', { name: 'sql', arguments: args })
    expect((await send(served, body, { ...headers, 'mcp-param-any': 'us' })).status).toBe(200)
    expect((await send(served, body, { ...headers, 'mcp-param-any': 'eu' })).status).toBe(400)
  })

  test('go on as they mirror the arguments that go on', async () => {
    const interceptor = atStage('clientRequest', ({ message }) => {
      const params = { arguments: { ...args, region: '[Straße]' } }
      return {
        kind: 'pass',
        message: 'method' in message ? { ...message, params: { ...message.params, ...params } } : message,
      }
    })
    const { served, upstreams } = await before(answers, { interceptor })
    const { body, headers } = stateless('tools/call', { name: 'sql', arguments: args })
    await send(served, body, { ...headers, 'mcp-param-region': 'us' })
    const encoded = `=?base64?${Buffer.from('[Straße]').toString('base64')}?=`
    expect(upstreams[0]?.headers[0]).toEqual({ 'mcp-param-region': encoded })
  })
})

describe('results of the stateless era', () => {
  proves(
    'guard:mcp.stateless-extras',
    'subscriptions, requests for input, result types and times to live',
    async () => {
      const { served } = await before(
        upstreamOf(async ({ method, params }, { onMessage, signal }) => {
          if (method === 'tools/list') return { tools: [], ttlMs: 60_000, cacheScope: 'public' }
          if (method === 'subscriptions/listen') {
            const _meta = { [`${META}subscriptionId`]: 'of the connection' }
            const notifications = params?.['notifications']
            onMessage({
              jsonrpc: '2.0',
              method: 'notifications/subscriptions/acknowledged',
              params: { _meta, notifications },
            })
            onMessage({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } })
            await new Promise((resolve) => {
              signal.addEventListener('abort', resolve)
            })
            return {}
          }
          if (params?.['inputResponses'] !== undefined) return text(JSON.stringify(params['inputResponses']))
          const caller = { method: 'elicitation/create', params: { message: 'Who?' } }
          return { resultType: 'input_required', inputRequests: { who: caller }, requestState: 'state' }
        }),
      )
      const list = stateless('tools/list')
      expect((await send(served, list.body, list.headers)).messages[0]?.['result']).toEqual({
        resultType: 'complete',
        tools: [],
        ttlMs: 60_000,
        cacheScope: 'private',
      })
      const first = stateless('tools/call', { name: 'ask' })
      expect((await send(served, first.body, first.headers)).messages[0]?.['result']).toMatchObject({
        resultType: 'input_required',
        inputRequests: { who: { method: 'elicitation/create' } },
        requestState: 'state',
      })
      const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } }
      const retry = stateless('tools/call', { name: 'ask', inputResponses, requestState: 'state' }, {}, 2)
      expect((await send(served, retry.body, retry.headers)).text).toContain('Ada')
      const listen = stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, {}, 'sub-1')
      const stream = await openStream(served, listen.headers, listen.body)
      for (const method of ['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed']) {
        expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({
          method,
          params: { _meta: { [`${META}subscriptionId`]: 'sub-1' } },
        })
      }
      stream.leave()
    },
  )

  proves('guard:mcp.private-not-shared', 'no data of one owner reaches another: no result is stored', async () => {
    let requested = 0
    const { served } = await before(
      upstreamOf(() => ({
        contents: [{ uri: 'u', text: `for reader ${(requested += 1)}` }],
        ttlMs: 3_600_000,
        cacheScope: 'private',
      })),
    )
    const { body, headers } = stateless('resources/read', { uri: 'u' })
    const read = async (owner: string) => (await send(served, body, { ...headers, 'x-owner': owner })).text
    expect(await read('one')).toContain('for reader 1')
    expect(await read('one')).toContain('for reader 2')
    expect(await read('two')).toContain('for reader 3')
    // Each owner has a connection of its own as well.
    expect(served.gateway.open.connections).toBe(2)
  })
})
