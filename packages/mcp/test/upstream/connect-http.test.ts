import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'

import { startReference } from '@gatehouse/testkit/mcp'
import { UpstreamMemory } from '../../src/upstream/memory.ts'
import { sdkServer } from '../kit/sdk-server.ts'
import { aClient, ask, bodyOf, cleanUp, connecting, listen, resultOf, sendJson, until } from '../kit/upstreams.ts'

const after = cleanUp()
const connect = connecting(after)

async function first(options?: { json: boolean }) {
  const server = await sdkServer(options)
  after(() => server.stop())
  return server
}

async function reference() {
  const server = await startReference()
  after(() => server.stop())
  return server
}

describe('a session-based server built with the first SDK', () => {
  test.each([false, true])('is shaken hands with, called and left (plain JSON: %s)', async (json) => {
    const server = await first({ json })
    const connection = await connect(server.url)
    expect(connection).toMatchObject({
      era: 'sessions',
      version: '2025-11-25',
      about: { serverInfo: { name: 'first' } },
    })
    const reported = await ask(connection, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })
    expect(reported.response).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: { content: [{ type: 'text', text: 'hi' }] },
    })
    const call = server.seen.find(({ rpc }) => rpc === 'tools/call')
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer of-the-route',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': expect.stringMatching(/./),
    })
    await connection.close()
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE' })
    await expect(connection.closed).resolves.toBe('closed')
  })

  test('sends progress before its answer', async () => {
    const connection = await connect((await first()).url)
    const reported = await ask(connection, 'tools/call', { name: 'slow', arguments: {}, _meta: { progressToken: 'p' } })
    expect(reported.messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
    ])
    expect(resultOf(reported)).toEqual({ content: [{ type: 'text', text: 'done' }] })
  })

  test('sends requests to the client on the call stream or outside, and receives the answer', async () => {
    const connection = await connect((await first()).url)
    const answer = (message: { id?: unknown; method?: unknown }) => {
      if (message.method !== 'elicitation/create') return
      const result = { action: 'accept', content: { name: 'Ada' } }
      void connection.notify({ jsonrpc: '2.0', id: Number(message.id), result })
    }
    connection.listen((message) => answer(message))
    const reported = await ask(connection, 'tools/call', { name: 'ask', arguments: {} }, { onMessage: answer })
    expect(JSON.stringify(resultOf(reported))).toContain('Ada')
  })

  test('reports tool changes outside requests', async () => {
    const server = await first()
    const connection = await connect(server.url)
    const messages: unknown[] = []
    const stop = connection.listen((message) => void messages.push(message))
    await until(() => server.seen.some(({ method }) => method === 'GET'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    server.servers.at(-1)?.sendToolListChanged()
    await until(() => messages.length > 0)
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }])
    stop()
  })

  test('is notified of a canceled call', async () => {
    const server = await first()
    const connection = await connect(server.url)
    const controller = new AbortController()
    const asking = ask(connection, 'tools/call', { name: 'slow', arguments: {} }, { signal: controller.signal })
    await until(() => server.seen.some(({ rpc }) => rpc === 'tools/call'))
    controller.abort(new Error('left'))
    await expect(asking).rejects.toThrow('left')
    await until(() => server.seen.some(({ rpc }) => rpc === 'notifications/cancelled'))
  })

  test('that lost the session receives a new session, a single one for all requests', async () => {
    const server = await first()
    const connection = await connect(server.url)
    server.forget()
    const calls = [1, 2, 3].map((n) => ask(connection, 'tools/call', { name: 'echo', arguments: { text: `${n}` } }))
    expect((await Promise.all(calls)).map((reported) => JSON.stringify(resultOf(reported)))).toHaveLength(3)
    expect(server.seen.filter(({ rpc }) => rpc === 'initialize')).toHaveLength(2)
  })
})

describe('a server of both eras, built with the second SDK', () => {
  test('is called in the era of the client', async () => {
    const { url } = await reference()
    const remembered = new UpstreamMemory(systemClock).of('one')
    expect((await connect(url, { remembered })).era).toBe('sessions')
    const connection = await connect(url, { client: aClient('stateless'), remembered })
    expect(connection).toMatchObject({ era: 'stateless', version: '2026-07-28' })
    const reported = await ask(connection, 'tools/list')
    expect(resultOf(reported)).toMatchObject({ resultType: 'complete', tools: expect.any(Array) })
    const names = (resultOf(reported)['tools'] as { name: string }[]).map(({ name }) => name)
    expect(names).toContain('test_simple_text')
    expect(resultOf(await ask(connection, 'tools/call', { name: 'test_simple_text', arguments: {} }))).toMatchObject({
      content: [{ type: 'text' }],
    })
  })

  test('is watched for changes', async () => {
    const { url } = await reference()
    const connection = await connect(url, { client: aClient('stateless') })
    const controller = new AbortController()
    const messages: unknown[] = []
    const watching = ask(
      connection,
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { signal: controller.signal, onMessage: (message) => void messages.push(message) },
    )
    watching.catch(() => undefined)
    await until(() => messages.length > 0)
    expect(messages[0]).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    controller.abort(new Error('left'))
    await expect(watching).rejects.toThrow('left')
  })
})

describe('the other era', () => {
  test('is found by a stateless client, and remembered', async () => {
    const server = await first()
    const remembered = new UpstreamMemory(systemClock).of('one')
    const options = { client: aClient('stateless'), remembered }
    expect((await connect(server.url, options)).era).toBe('sessions')
    const before = server.seen.length
    await connect(server.url, options)
    expect(server.seen.slice(before).map(({ rpc }) => rpc)).toEqual(['initialize', 'notifications/initialized'])
  })

  test('is found by a client with sessions', async () => {
    const methods: unknown[] = []
    const { url, stop } = await listen((incoming, response) => {
      void bodyOf(incoming).then((body) => {
        methods.push(body['method'])
        const unsupported = { code: -32_022, message: 'no', data: { supported: ['2026-07-28'] } }
        const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
        if (body['method'] === 'server/discover')
          return sendJson(response, 200, { jsonrpc: '2.0', id: body['id'], result })
        return sendJson(response, 400, { jsonrpc: '2.0', id: body['id'], error: unsupported })
      })
    })
    after(stop)
    expect((await connect(url)).era).toBe('stateless')
    expect(methods).toEqual(['initialize', 'server/discover'])
  })

  test('is not tried after refused credentials, and the error names the server, not its address', async () => {
    let requested = 0
    const { url, stop } = await listen((_, response) => {
      requested += 1
      response.writeHead(401).end()
    })
    after(stop)
    await expect(connect(url)).rejects.toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: 'The tool server "tools" rejected the credentials of its route (HTTP 401).',
      }),
    )
    expect(requested).toBe(1)
  })
})
