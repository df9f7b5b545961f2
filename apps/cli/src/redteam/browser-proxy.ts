import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Egress } from '@gatehouse/kernel/egress'
import { closeServer } from './local-target.ts'

/** Own limit of one connection: pages with all their scripts are smaller. */
const CONNECTION_BYTES_MAX = 64 * 1024 * 1024
const CONNECTIONS_MAX = 256
const IDLE_MS = 120_000
const PASSWORD_BYTES = 24
const USERNAME = 'gatehouse'

/** HTTP proxy on loopback that connects only to addresses that the egress policy allows. */
export interface BrowserProxy {
  readonly server: string
  readonly username: string
  readonly password: string
  /** Returns the reason of the last blocked connection. */
  readonly refused: () => string | undefined
  readonly close: () => Promise<void>
}

/**
 * Starts a proxy for a browser. All connections of the browser pass it: documents, redirects, WebSockets and service workers. It connects to
 * the address that was checked, so that a name cannot change its address in between.
 */
export async function startBrowserProxy(egress: Pick<Egress, 'check'>): Promise<BrowserProxy> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const authorization = `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`
  let refused: string | undefined
  const noteRefused = (error: unknown): void => {
    refused = error instanceof Error ? error.message : String(error)
  }
  const isAllowed = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === authorization
  const server = createServer((request, response) => {
    response.on('error', () => {})
    if (!isAllowed(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="gatehouse"' }).end()
      return
    }
    // An empty response is an error page of the browser and no reply of the agent.
    forward(request, response, egress).catch((error: unknown) => {
      noteRefused(error)
      request.socket.destroy()
    })
  })
  server.maxConnections = CONNECTIONS_MAX
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    if (!isAllowed(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="gatehouse"\r\nContent-Length: 0\r\n\r\n') // prettier-ignore
      return
    }
    tunnel(request, socket, egress).catch((error: unknown) => {
      noteRefused(error)
      socket.destroy()
    })
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username: USERNAME,
    password,
    refused: () => refused,
    close: () => closeServer(server),
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  egress: Pick<Egress, 'check'>,
): Promise<void> {
  const { url, addresses } = await egress.check(request.url ?? '', ['http'])
  const { 'proxy-authorization': _own, 'proxy-connection': _hop, ...headers } = request.headers
  const outgoing = httpRequest({
    host: addresses[0],
    port: url.port === '' ? 80 : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...headers, host: url.host, connection: 'close' },
    timeout: IDLE_MS,
    agent: false,
  })
  const fail = (): void => void request.socket.destroy()
  outgoing.on('timeout', () => outgoing.destroy()).on('error', fail)
  outgoing.on('response', (answer) => {
    const { connection: _connection, 'keep-alive': _keepAlive, ...answered } = answer.headers
    response.writeHead(answer.statusCode ?? 502, answered)
    bounded(answer, () => outgoing.destroy())
    answer.on('error', fail).pipe(response)
  })
  response.on('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

async function tunnel(request: IncomingMessage, socket: Duplex, egress: Pick<Egress, 'check'>): Promise<void> {
  const { url, addresses } = await egress.check(`https://${request.url ?? ''}`, ['https'])
  const remote = connect({ host: addresses[0]!, port: url.port === '' ? 443 : Number(url.port) })
  const close = (): void => {
    remote.destroy()
    socket.destroy()
  }
  remote.setTimeout(IDLE_MS, close)
  remote.on('error', close).on('close', close)
  socket.on('close', close)
  remote.on('connect', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    bounded(remote, close)
    remote.pipe(socket)
    socket.pipe(remote)
  })
}

function bounded(stream: NodeJS.ReadableStream, close: () => void): void {
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > CONNECTION_BYTES_MAX) close()
  })
}
