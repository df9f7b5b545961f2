import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

export interface PinnedProxy {
  readonly port: number
  close(): Promise<void>
}

/** Idle timeout of a tunnel. */
const IDLE_MS = 120_000

/**
 * Opens a loopback proxy that connects to one destination only: for programs that resolve names themselves. Whatever they request, and
 * wherever they are redirected, they reach only the checked addresses.
 * @param place `host:port` as the program requests it
 * @param addresses one of which is connected to
 */
export async function openPinnedProxy(place: string, addresses: readonly string[]): Promise<PinnedProxy> {
  const [address] = addresses
  const port = Number(place.slice(place.lastIndexOf(':') + 1))
  const open = new Set<Socket>()
  const server: Server = createServer((request, response) => {
    // Plain HTTP requests have an absolute URL.
    const url = URL.parse(request.url ?? '')
    if (address === undefined || url === null || `${url.hostname}:${url.port || '80'}` !== place) {
      response.writeHead(403).end()
      return
    }
    keep(request.socket, open)
    const { 'proxy-connection': _dropped, connection: _ours, ...headers } = request.headers
    const upstream = httpRequest({
      host: address,
      port,
      path: `${url.pathname}${url.search}`,
      headers,
      agent: false,
      ...(request.method === undefined ? {} : { method: request.method }),
    })
    upstream.on('socket', (socket: Socket) => keep(socket, open))
    upstream.on('error', () => response.destroy())
    upstream.on('response', (answer: IncomingMessage) => {
      const { connection: _theirs, 'transfer-encoding': _framing, ...stored } = answer.headers
      response.writeHead(answer.statusCode ?? 502, stored)
      pipeline(answer, response, () => undefined)
    })
    pipeline(request, upstream, () => undefined)
  })
  server.on('connect', (request, client: Socket, head: Buffer) => {
    keep(client, open)
    if (address === undefined || request.url !== place) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const upstream = connect({ host: address, port }, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client)
      client.pipe(upstream)
    })
    keep(upstream, open)
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function keep(socket: Socket, open: Set<Socket>): void {
  // Several requests may share one connection.
  if (open.has(socket)) return
  open.add(socket)
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.once('close', () => open.delete(socket))
}
