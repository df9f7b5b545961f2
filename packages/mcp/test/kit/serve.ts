import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { systemClock } from '@gatehouse/kernel'

import {
  type Connect,
  createMcpEngine,
  type GatewayLimits,
  type Interceptor,
  type McpEngine,
  passAll,
} from '../../src/index.ts'

export interface Served {
  readonly url: URL
  readonly gateway: McpEngine
  readonly defects: unknown[]
  stop(): Promise<void>
}

export interface ServeOptions {
  readonly connect: Connect
  readonly interceptor?: Interceptor
  readonly limits?: Partial<GatewayLimits>
  readonly now?: () => number
}

/** Starts the gateway on a real socket. `x-owner` sets the owner, `x-group` the group. */
export async function serve({ connect, interceptor = passAll, limits = {}, now }: ServeOptions): Promise<Served> {
  const defects: unknown[] = []
  const clock = now === undefined ? systemClock : { now }
  const gateway = createMcpEngine({ clock, limits, onDefect: (error) => void defects.push(error) })
  const server = createServer((request, response) => {
    void (async () => {
      const removed = new AbortController()
      response.on('close', () => removed.abort())
      const raw = await textOf(request)
      let body: unknown
      try {
        body = raw === '' ? undefined : JSON.parse(raw)
      } catch {
        response.writeHead(400).end()
        return
      }
      const answer = await gateway.handle({
        method: request.method ?? '',
        headers: request.headers,
        body,
        signal: removed.signal,
        requestId: 'request',
        owner: String(request.headers['x-owner'] ?? 'somebody'),
        ...(typeof request.headers['x-group'] === 'string' ? { group: request.headers['x-group'] } : {}),
        route: { connect, interceptor },
      })
      response.writeHead(answer.status, answer.headers)
      if (typeof answer.body === 'string') {
        response.end(answer.body)
        return
      }
      response.flushHeaders()
      for await (const chunk of answer.body) response.write(chunk)
      response.end()
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    gateway,
    defects,
    async stop() {
      gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
