import { randomUUID } from 'node:crypto'

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

import { toolServer } from './tool-server.ts'
import { bodyOf, listen } from './upstreams.ts'

export interface SdkServer {
  readonly url: string
  readonly servers: McpServer[]
  /** Received requests, by HTTP method. */
  readonly seen: { method: string; headers: NodeJS.Dict<string | string[]>; rpc: unknown }[]
  /** Forgets all sessions, as a restart does. */
  forget(): void
  stop(): Promise<void>
}

/** Starts an MCP server with sessions, with the first generation of the official SDK. */
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
      if (transport === undefined && id !== undefined) {
        response.writeHead(404).end()
        return
      }
      if (transport === undefined) {
        const streamableHTTPServerTransport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
          sessionIdGenerator: () => randomUUID(),
          enableJsonResponse: json,
          onsessioninitialized: (session) => void transports.set(session, streamableHTTPServerTransport),
        })
        transport = streamableHTTPServerTransport
        const server = toolServer()
        servers.push(server)
        await server.connect(streamableHTTPServerTransport)
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
