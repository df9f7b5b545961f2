import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Secret, systemClock } from '@gatehouse/kernel'
import { createEgress, type Egress } from '@gatehouse/kernel/egress'
import { afterEach } from 'vitest'

import type { CallOptions, UpstreamConnection } from '../../src/connection.ts'
import type { Era } from '../../src/eras.ts'
import type { Fields, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../../src/messages.ts'
import { connectHttp, type ConnectHttpOptions } from '../../src/upstream/connect-http.ts'
import { UPSTREAM_LIMITS, type UpstreamLimits } from '../../src/upstream/limits.ts'

/** Closes the resources of a test file after each test, in reverse order. */
export function cleanUp() {
  const open: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of open.splice(0).toReversed()) await end()
  })
  return (end: () => Promise<unknown>) => void open.push(end)
}

export async function listen(
  handler: RequestListener,
): Promise<{ url: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    server,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export function localEgress(): Egress {
  return createEgress({ localMode: true, allow: { hosts: [], cidrs: ['127.0.0.1/32'] } })
}

export const QUICK: UpstreamLimits = {
  ...UPSTREAM_LIMITS,
  connect_ms: 5_000,
  firstByte_ms: 5_000,
  idle_ms: 5_000,
  total_ms: 10_000,
  resumePause_ms: 10,
}

export function httpOptions(url: string, egress: Egress, more: Partial<ConnectHttpOptions> = {}): ConnectHttpOptions {
  return {
    name: 'tools',
    url,
    headers: { Authorization: new Secret('Bearer of-the-route') },
    egress,
    clock: systemClock,
    client: aClient('sessions'),
    signal: new AbortController().signal,
    limits: QUICK,
    ...more,
  }
}

export function aClient(era: Era) {
  const version = era === 'sessions' ? '2025-11-25' : '2026-07-28'
  return { era, version, clientInfo: { name: 'tester', version: '1' }, capabilities: { elicitation: {}, sampling: {} } }
}

/** Connects by HTTP for as long as the test lasts. */
export function connecting(after: ReturnType<typeof cleanUp>) {
  return async (url: string, more: Partial<ConnectHttpOptions> = {}): Promise<UpstreamConnection> => {
    const egress = localEgress()
    after(() => egress.close())
    const connection = await connectHttp(httpOptions(url, egress, more))
    after(() => connection.close())
    return connection
  }
}

export function request(method: string, params?: Fields, id: string | number = 'mine'): JsonRpcRequest {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }
}

export interface Told {
  readonly response: JsonRpcResponse
  readonly messages: readonly JsonRpcMessage[]
}

/** Sends a request and collects the messages before its answer. */
export async function ask(
  connection: UpstreamConnection,
  method: string,
  params?: Fields,
  options: Partial<CallOptions> = {},
): Promise<Told> {
  const messages: JsonRpcMessage[] = []
  const response = await connection.request(request(method, params), {
    signal: new AbortController().signal,
    onMessage: (message) => void messages.push(message),
    ...options,
  })
  return { response, messages }
}

export function resultOf({ response }: Told): Fields {
  if ('error' in response) throw new Error(`an error came: ${JSON.stringify(response.error)}`)
  return response.result
}

export async function bodyOf(incoming: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks).toString('utf8')
  return raw === '' ? {} : (JSON.parse(raw) as Fields)
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Polls until a condition is true. */
export async function until(holds: () => boolean, wait_ms = 5_000): Promise<void> {
  const end_ms = performance.now() + wait_ms
  while (!holds()) {
    if (performance.now() > end_ms) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
