import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Maximum duration of one request: agents that read a page need no longer. Own limit. */
const REQUEST_MS = 30_000
const CONNECTIONS_MAX = 512
const HEADER_BYTES_MAX = 16_384

/** Address of a run's content server. The caller owns ports and addresses. */
export interface ContentHost {
  /** Starts to forward requests. */
  readonly open: (handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) => Promise<OpenHost>
}

export interface OpenHost {
  /** Base URL as the target reaches it, without a trailing slash. Forwarded requests do not contain its path. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface ListenOptions {
  /** By default loopback: for targets on this machine. */
  readonly host?: string
  /** Default: any free port. The same port produces the same addresses again. */
  readonly port?: number
  /** Base URL for remote targets, if different. */
  readonly publicUrl?: string
}

/** Creates a host with its own listener, which is open only while a run is in progress. */
export function listeningHost({ host = '127.0.0.1', port = 0, publicUrl }: ListenOptions = {}): ContentHost {
  return {
    async open(handle) {
      const server = createServer(
        { maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_MS },
        (request, response) => {
          void handle(request, response)
        },
      )
      server.maxConnections = CONNECTIONS_MAX
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(port, host, resolve)
      await promise
      const at = server.address() as AddressInfo
      const named = at.family === 'IPv6' ? `[${at.address}]` : at.address
      return {
        url: (publicUrl ?? `http://${named}:${at.port}`).replace(/\/+$/, ''),
        close: async () => {
          const closed = Promise.withResolvers<void>()
          server.close(() => closed.resolve())
          server.closeAllConnections()
          await closed.promise
        },
      }
    },
  }
}
