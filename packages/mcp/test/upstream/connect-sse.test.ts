import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { describe, expect, test } from 'vitest'

import { connectSse } from '../../src/upstream/connect-sse.ts'
import { toolServer } from '../kit/tool-server.ts'
import { ask, bodyOf, cleanUp, httpOptions, listen, localEgress, QUICK, resultOf, until } from '../kit/upstreams.ts'

const after = cleanUp()

async function connect(url: string, limits = QUICK) {
  const egress = localEgress()
  after(() => egress.close())
  const connection = await connectSse(httpOptions(url, egress, { limits }))
  after(() => connection.close())
  return connection
}

async function oldServer() {
  const transports = new Map<string, SSEServerTransport>()
  const service = await listen((incoming, response) => {
    void (async () => {
      if (incoming.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response)
        transports.set(transport.sessionId, transport)
        await toolServer().connect(transport)
        return
      }
      const session = new URL(incoming.url ?? '', 'http://localhost').searchParams.get('sessionId') ?? ''
      await transports.get(session)?.handlePostMessage(incoming, response, await bodyOf(incoming))
    })()
  })
  after(service.stop)
  return { ...service, transports }
}

/** Starts a server whose stream begins with this text. */
async function saying(text: string) {
  const service = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
  })
  after(service.stop)
  return service.url
}

describe('the transport of 2024-11-05', () => {
  test('carries calls, progress and requests of the server', async () => {
    const connection = await connect((await oldServer()).url)
    expect(connection).toMatchObject({ era: 'sessions', about: { serverInfo: { name: 'first' } } })
    connection.listen((message) => {
      if (!('method' in message) || !('id' in message)) return
      void connection.notify({ jsonrpc: '2.0', id: message.id, result: { action: 'accept', content: { name: 'Ada' } } })
    })
    const [echoed, slow, request] = await Promise.all([
      ask(connection, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }),
      ask(connection, 'tools/call', { name: 'slow', arguments: {}, _meta: { progressToken: 'p' } }),
      ask(connection, 'tools/call', { name: 'ask', arguments: {} }),
    ])
    expect(resultOf(echoed)).toEqual({ content: [{ type: 'text', text: 'hi' }] })
    expect(slow.messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
    ])
    expect(JSON.stringify(resultOf(request))).toContain('Ada')
  })

  test('is lost with its stream, and pending calls fail', async () => {
    const server = await oldServer()
    const connection = await connect(server.url)
    const calling = ask(connection, 'tools/call', { name: 'slow', arguments: {} })
    calling.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 30))
    server.server.closeAllConnections()
    await expect(calling).rejects.toMatchObject({ code: 'unavailable' })
    await expect(connection.closed).resolves.toMatch(/"tools"/)
    await until(() => true)
  })

  test.each([
    'http://127.0.0.1:9/steal',
    'https://elsewhere.example/messages',
    '//elsewhere.example/messages',
    'http://user:pass@127.0.0.1/messages',
    'ftp://127.0.0.1/',
  ])('sends no request to %s', async (address) => {
    const url = await saying(`event: endpoint\ndata: ${address}\n\n`)
    await expect(connect(url)).rejects.toThrow('requires messages to be sent to a different server')
  })

  test('wants the address first', async () => {
    await expect(connect(await saying('data: {}\n\n'))).rejects.toThrow('did not report its message endpoint')
    await expect(connect(await saying(''), { ...QUICK, connect_ms: 100 })).rejects.toThrow(
      'did not respond within 100 ms',
    )
  })
})
