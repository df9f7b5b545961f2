import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of one request: agents that read a page need no longer. Ours. */
const REQUEST_MS = 30_000
const CONNECTIONS_MAX = 512
const HEADER_BYTES_MAX = 16_384

/** Where a run's content server can be reached. Given by the caller, who owns ports and addresses. */
export interface ContentHost {
  /** Begins to hand requests on. */
  readonly open: (handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) => Promise<OpenHost>
}

export interface OpenHost {
  /** As the target reaches it, without a slash at the end. Its path is gone from requests that are handed on. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface ListenOptions {
  /** By default loopback: for targets on this machine. */
  readonly host?: string
  /** By default any that is free. The same one makes the same addresses again. */
  readonly port?: number
  /** As targets elsewhere reach it, where that is another address. */
  readonly publicUrl?: string
}

/** A host that listens by itself while a run is on its way. Listens when a run begins, not before. */
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
