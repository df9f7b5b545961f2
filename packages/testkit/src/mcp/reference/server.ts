import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  createMcpHandler,
  type EventStore,
  isInitializeRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  McpServer,
  type ServerContext,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'

import type { Reference } from '../reference.ts'
import { addAskingTools } from './asking.ts'
import { text } from './content.ts'
import { addInputTools, stateCodec } from './input.ts'
import { addPrompts, addResources } from './listings.ts'
import { addTools } from './tools.ts'

/** Reconnection delay for clients. */
const RETRY_MS = 500

/** Listens on a free port of the loopback. */
export async function listen(): Promise<Reference> {
  const transports = new Map<string, NodeStreamableHTTPServerTransport>()
  const modern = createMcpHandler(() => referenceServer(modern.notify), { legacy: 'reject' })

  async function serveLegacy(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    if (known !== undefined) return known.handleRequest(request, response, body)
    if (!isInitializeRequest(body)) {
      response.writeHead(id === undefined ? 400 : 404).end()
      return
    }
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: inMemory(),
      retryInterval: RETRY_MS,
      onsessioninitialized: (session) => void transports.set(session, transport),
      onsessionclosed: (session) => void transports.delete(session),
    })
    await referenceServer(undefined).connect(transport)
    await transport.handleRequest(request, response, body)
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks).toString('utf8')
      const body: unknown = raw === '' ? undefined : JSON.parse(raw)
      if (request.method === 'POST' && !(await isLegacyRequest(webRequest(request, raw)))) {
        await sendWeb(await modern.fetch(webRequest(request, raw, goneWith(response))), response)
      } else await serveLegacy(request, response, body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      await modern.close()
      for (const transport of transports.values()) await transport.close()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function webRequest(request: IncomingMessage, body: string, signal: AbortSignal | null = null): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  return new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body, signal })
}

function goneWith(response: ServerResponse): AbortSignal {
  const removed = new AbortController()
  response.on('close', () => removed.abort())
  return removed.signal
}

async function sendWeb(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.flushHeaders()
  if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk)
  response.end()
}

/** `notify` informs listening streams of the stateless protocol about changed lists. */
function referenceServer(notify: ServerNotifier | undefined): McpServer {
  const capabilities = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  }
  const verify = (state: string, context: ServerContext) => stateCodec.verify(state, context)
  const options = { capabilities, instructions: 'For conformance tests.', requestState: { verify } }
  const server = new McpServer({ name: 'reference', version: '1.0.0' }, options)
  addTools(server)
  addAskingTools(server)
  addInputTools(server)
  addResources(server)
  addPrompts(server)
  const triggers = { description: 'Says that a list changed.' }
  server.registerTool('test_trigger_tool_change', triggers, () => {
    notify?.toolsChanged()
    return { content: [text('Tools changed.')] }
  })
  server.registerTool('test_trigger_prompt_change', triggers, () => {
    notify?.promptsChanged()
    return { content: [text('Prompts changed.')] }
  })
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}

/** Stores events of one session, so that its streams can be resumed. */
function inMemory(): EventStore {
  const events: { readonly id: string; readonly stream: string; readonly message: JSONRPCMessage }[] = []
  return {
    storeEvent(stream, message) {
      const id = `${stream}/${events.length}`
      events.push({ id, stream, message })
      return Promise.resolve(id)
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.find((event) => event.id === id)?.stream),
    async replayEventsAfter(id, { send }) {
      const at = events.findIndex((event) => event.id === id)
      const stream = events[at]?.stream ?? ''
      for (const event of events.slice(at + 1)) if (event.stream === stream) await send(event.id, event.message)
      return stream
    },
  }
}
