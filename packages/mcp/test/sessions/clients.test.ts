import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, test } from 'vitest'

import { progress, type Script, ScriptedUpstream, text } from '../kit/scripted-upstream.ts'
import { serve, type Served } from '../kit/serve.ts'

const running: Served[] = []
const clients: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  for (const service of running.splice(0)) await service.stop()
})

async function gatewayBefore(script: Script) {
  const upstream = new ScriptedUpstream(script)
  const service = await serve({ connect: () => Promise.resolve(upstream) })
  running.push(service)
  return { upstream, served: service }
}

async function v1(service: Served): Promise<Client> {
  const capabilities = { sampling: {}, elicitation: {}, roots: {} }
  const client = new Client({ name: 'tester', version: '1' }, { capabilities })
  await client.connect(new StreamableHTTPClientTransport(service.url))
  clients.push(client)
  return client
}

/** A server that does, on request, each thing that servers with sessions do. */
const everything: Script = {
  async answer(request, options, upstream) {
    const { method, params } = request
    if (method === 'tools/list') return { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] }
    if (params?.['name'] === 'slow') {
      const token = (params['_meta'] as { progressToken?: unknown } | undefined)?.progressToken
      options.onMessage(progress(token, 1))
      options.onMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'halfway' } })
      options.onMessage(progress(token, 2))
      return text('done')
    }
    if (params?.['name'] === 'sample') {
      const answer = await upstream.ask(options, 'ask-1', 'sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: 'Say hi.' } }],
        maxTokens: 10,
      })
      return text(JSON.stringify('result' in answer ? answer.result['content'] : answer.error))
    }
    if (params?.['name'] === 'elicit') {
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
      const answer = await upstream.ask(options, 7, 'elicitation/create', { message: 'Who?', requestedSchema })
      return text(JSON.stringify('result' in answer ? answer.result : answer.error))
    }
    if (params?.['name'] === 'roots') {
      const answer = await upstream.ask(undefined, 'ask-3', 'roots/list')
      return text(JSON.stringify('result' in answer ? answer.result : answer.error))
    }
    if (params?.['name'] === 'forever') {
      return new Promise((_resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    return text('hello')
  },
}

describe('the official client with sessions, over a real socket', () => {
  test('shakes hands, lists and calls', async () => {
    const { served } = await gatewayBefore(everything)
    const client = await v1(served)
    expect(client.getServerVersion()).toMatchObject({ name: 'scripted' })
    expect(client.getInstructions()).toBe('Use the tools.')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet'])
    expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'hello' }])
    await client.ping()
    expect(served.gateway.open.sessions).toBe(1)
  })

  test('receives progress and logs before the answer, in order', async () => {
    const { served } = await gatewayBefore(everything)
    const client = await v1(served)
    const messages: unknown[] = []
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void messages.push(params.data))
    const onprogress = ({ progress: done }: { progress: number }) => void messages.push(done)
    const answer = await client.callTool({ name: 'slow' }, undefined, { onprogress })
    expect(answer.content).toEqual([{ type: 'text', text: 'done' }])
    expect(messages).toEqual([1, 'halfway', 2])
  })

  test('answers server requests: sampling, elicitation, and roots outside any request', async () => {
    const { served } = await gatewayBefore(everything)
    const client = await v1(served)
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'hi' },
    }))
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }))
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///work' }] }))
    const report = async (name: string) => JSON.stringify((await client.callTool({ name })).content)
    expect(await report('sample')).toContain('hi')
    expect(await report('elicit')).toContain('Ada')
    expect(await report('roots')).toContain('file:///work')
  })

  test('cancels a call, and the upstream is notified', async () => {
    const { upstream, served } = await gatewayBefore(everything)
    const client = await v1(served)
    const controller = new AbortController()
    const call = client.callTool({ name: 'forever' }, undefined, { signal: controller.signal })
    await expect.poll(() => upstream.requests.some(({ params }) => params?.['name'] === 'forever')).toBe(true)
    controller.abort()
    await expect(call).rejects.toThrow(/abort/i)
    expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'hello' }])
  })

  test('receives change events outside requests on its GET stream', async () => {
    const { upstream, served } = await gatewayBefore(everything)
    const client = await v1(served)
    const messages: unknown[] = []
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void messages.push(params.data))
    upstream.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'by the way' } })
    await expect.poll(() => messages).toEqual(['by the way'])
  })

  test('ends its session, and the connection upstream ends with it', async () => {
    const { upstream, served } = await gatewayBefore(everything)
    const client = new Client({ name: 'tester', version: '1' })
    const transport = new StreamableHTTPClientTransport(served.url)
    await client.connect(transport)
    await transport.terminateSession()
    expect(served.gateway.open.sessions).toBe(0)
    expect(upstream.isClosed).toBe(true)
    await client.close()
  })
})

describe('the official client of version 2', () => {
  test.each(['sessions', 'stateless'] as const)('works before an upstream of the era %s', async (era) => {
    const { served } = await gatewayBefore({ ...everything, era })
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client2({ name: 'tester', version: '2' }, { versionNegotiation: { mode } })
      await client.connect(new Transport2(served.url))
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet'])
      expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'hello' }])
      await client.close()
    }
    expect(served.defects).toEqual([])
  })
})
