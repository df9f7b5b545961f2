import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { Failure, messageOf } from '@gatehouse/kernel'
import type { FastifyInstance } from 'fastify'

import { countHeader } from './credentials.ts'
import type { ServerParts } from './context.ts'

export interface Address {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
}

/**
 * Listens and tells where.
 * @throws {Failure} `unavailable` with one sentence when the address cannot be had
 */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<{ url: string; port: number }> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new Failure('unavailable', whyNot(error, host, port), { cause: error })
  }
  const address = app.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return { url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`, port: bound }
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

/** How often a close looks for connections that have become idle. */
const SWEEP_MS = 50

const connections = new WeakMap<FastifyInstance, Set<Socket>>()

/** Remembers the server's connections, so that a close finds those on which nobody has said anything. */
export function rememberConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  connections.set(app, open)
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

/** Stops accepting, waits up to `drain_ms` for requests in flight, then cuts what is left. */
export async function close(app: FastifyInstance, parts: ServerParts, drain_ms: number): Promise<void> {
  parts.closing = true
  const { server } = app
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    // Clients open connections in stock. To Node one that has not spoken yet is not idle.
    for (const socket of connections.get(app) ?? []) if (socket.bytesRead === 0) socket.destroy()
  }, SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), drain_ms)
  try {
    await app.close()
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

/** Whether a request names its host once, as HTTP/1.1 requires; HTTP/1.0 has no such field. RFC 9112 section 3.2. */
export function hasOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0'
  return countHeader(rawHeaders, 'host') === 1
}

/** Answers a request whose head is refused before its path is looked at. */
export function refuseHead(response: ServerResponse, status: number, error: string, detail: string): void {
  const body = JSON.stringify({ error, detail })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

/** Answers what the HTTP parser refused; there is no request yet, so the line goes to the socket itself. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
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
  // A peer that does not close its side would hold the socket for good.
  socket.destroySoon()
}
