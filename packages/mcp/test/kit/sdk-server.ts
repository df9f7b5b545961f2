import { randomUUID } from 'node:crypto'

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

import { bodyOf, listen } from './upstreams.ts'

export interface SdkServer {
  readonly url: string
  readonly servers: McpServer[]
  /** What requests bore, by method of HTTP. */
  readonly seen: { method: string; headers: NodeJS.Dict<string | string[]>; rpc: unknown }[]
  /** Forgets all sessions, as a restart does. */
  forget(): void
  stop(): Promise<void>
}

/** A tool server with sessions, made with the first generation of the official SDK. */
export async function sdkServer({ json = false } = {}): Promise<SdkServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const servers: McpServer[] = []
  const seen: SdkServer['seen'] = []
  const { url, stop } = await listen((incoming, response) => {
    void (async () => {
      const body = incoming.method === 'POST' ? await bodyOf(incoming) : undefined
      seen.push({ method: incoming.method ?? '', headers: incoming.headers, rpc: body?.['method'] })
      const id = incoming.headers['mcp-session-id']
      let transport = typeof id === 'string' ? transports.get(id) : undefined
      if (transport === undefined && id !== undefined) return void response.writeHead(404).end()
      if (transport === undefined) {
        const made: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
          sessionIdGenerator: () => randomUUID(),
          enableJsonResponse: json,
          onsessioninitialized: (session) => void transports.set(session, made),
        })
        transport = made
        const server = toolServer()
        servers.push(server)
        await server.connect(made)
      }
      await transport.handleRequest(incoming, response, body)
    })()
  })
  return {
    url,
    servers,
    seen,
    forget: () => transports.clear(),
    async stop() {
      for (const server of servers) await server.close()
      await stop()
    },
  }
}

export function toolServer(): McpServer {
  const server = new McpServer(
    { name: 'first', version: '1' },
    { capabilities: { logging: {}, tools: { listChanged: true } } },
  )
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('slow', { inputSchema: {} }, async (_, { sendNotification, _meta, signal }) => {
    const progressToken = _meta?.progressToken
    if (progressToken !== undefined) {
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 100)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)))
    })
    return { content: [{ type: 'text', text: signal.aborted ? 'cancelled' : 'done' }] }
  })
  server.registerTool('ask', { inputSchema: {} }, async () => {
    const answer = await server.server.elicitInput({
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    })
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
  })
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'a note' }] }))
  server.registerPrompt('greet', { argsSchema: { who: z.string() } }, ({ who }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${who}.` } }],
  }))
  return server
}
