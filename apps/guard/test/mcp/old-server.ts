import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { toolServer } from './tool-server.ts'

export interface OldServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a tool server with the transport of 2024-11-05. */
export async function oldServer(): Promise<OldServer> {
  const transports = new Map<string, SSEServerTransport>()
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response)
        transports.set(transport.sessionId, transport)
        return toolServer().connect(transport)
      }
      const session = new URL(request.url ?? '', 'http://localhost').searchParams.get('sessionId') ?? ''
      return transports.get(session)?.handlePostMessage(request, response)
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sse`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
