import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'

import { Failure, messageOf } from '@gatehouse/kernel'

import { countHeader } from './credentials.ts'
import type { ServerParts } from './context.ts'
import { HEADER_BYTES_MAX, type Limits, TIMEOUT_CHECK_MS } from './limits.ts'

export interface Address {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
}

/** Open sockets, so that `close` finds connections without a request. */
const connections = new WeakMap<Server, Set<Socket>>()
/** Listeners on the other addresses of `localhost`. */
const further = new WeakMap<Server, TcpServer[]>()

/** Creates an HTTP server with the limits of a service. Does not start listening. */
export function createHttpServer(
  limits: Limits,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    // Node would reject the request with an empty body.
    requireHostHeader: false,
    requestTimeout: limits.requestTimeout_ms,
    keepAliveTimeout: limits.keepAliveTimeout_ms,
    headersTimeout: limits.headersTimeout_ms,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, limits.headersTimeout_ms),
  })
  server.maxConnections = limits.connections
  // Node would silently drop surplus fields. The total header size limits their number.
  server.maxHeadersCount = 0
  const checked = (request: IncomingMessage, response: ServerResponse) => {
    if (hasSingleHost(request)) onRequest(request, response)
    else refuseHead(response, 400, 'malformed_request', 'HTTP/1.1 requests require exactly one Host header.')
  }
  server.on('request', checked)
  // Node would request every body immediately. The exchange requests it when needed.
  server.on('checkContinue', checked)
  server.on('checkExpectation', (_request, response) =>
    refuseHead(response, 417, 'expectation_failed', 'Unsupported Expect header. Allowed: 100-continue.'),
  )
  server.on('clientError', answerBrokenRequest)
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return server
}

/**
 * Listens and returns the address. `localhost` listens on all its addresses (127.0.0.1 and ::1).
 * @throws {Failure} `unavailable` with one sentence if the address is not available
 */
export async function listen(server: Server, { host, port }: Address): Promise<{ url: string; port: number }> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw new Failure('unavailable', whyNot(error, host, port), { cause: error })
  }
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address : { port, address: host }
  if (host === 'localhost') await listenOnOthers(server, host, bound)
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return { url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound.port}`, port: bound.port }
}

/** Accepts connections on the other addresses of a name. Skips unavailable addresses. */
async function listenOnOthers(server: Server, host: string, bound: { port: number; address: string }): Promise<void> {
  const addresses = await dns.lookup(host, { all: true }).catch(() => [])
  const others: TcpServer[] = []
  for (const { address } of addresses) {
    if (address === bound.address) continue
    const other = createTcpServer({ noDelay: true }, (socket) => server.emit('connection', socket))
    other.maxConnections = server.maxConnections
    try {
      other.listen({ host: address, port: bound.port })
      await once(other, 'listening')
      others.push(other)
    } catch {
      other.close()
    }
  }
  further.set(server, others)
}

function whyNot(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the other program or choose another port.`
    case 'EACCES':
      return `No permission to open port ${port} on ${host}. Use port 1024 or higher.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port}: ${messageOf(error)}`
  }
}

/** Poll interval of a close for idle connections. */
const SWEEP_MS = 50

/** Stops accepting, waits up to `drain_ms` for requests in progress, then closes the remaining connections. */
export async function close(server: Server, parts: ServerParts, drain_ms: number): Promise<void> {
  parts.closing = true
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    // Clients open connections in advance, and Node does not count unused ones as idle.
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
  }, SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), drain_ms)
  try {
    const listeners: TcpServer[] = [server, ...(further.get(server) ?? [])].filter(({ listening }) => listening)
    await Promise.all(listeners.map((listener) => new Promise((resolve) => void listener.close(resolve))))
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

const BROKEN: Readonly<Record<string, readonly [status: string, error: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request timed out.'],
}
const MALFORMED = ['400 Bad Request', 'malformed_request', 'Invalid HTTP/1.1 request.'] as const

/** Returns whether a request has exactly one host, as HTTP/1.1 requires. HTTP/1.0 has no such header. RFC 9112 section 3.2. */
function hasSingleHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0'
  return countHeader(rawHeaders, 'host') === 1
}

/** Responds to a request that is rejected before routing. */
function refuseHead(response: ServerResponse, status: number, error: string, detail: string): void {
  const body = JSON.stringify({ error, detail })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

/** Responds to errors of the HTTP parser. There is no request yet, so that the response is written to the socket. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy()
    return
  }
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const [status, code, detail] = BROKEN[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ error: code, detail })
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n`
  socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`)
  // A peer that does not close its side would keep the socket open.
  socket.destroySoon()
}
