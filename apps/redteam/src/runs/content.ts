import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { type ContentHost, listeningHost } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts/redteam'

/** Returns the content server for a run's target; undefined: the target cannot reach one. */
export type ContentFor = (target: RunTarget, runId: string) => ContentHost | undefined

export interface SharedContent {
  readonly hostFor: ContentFor
  readonly close: () => Promise<void>
}

export interface SharedContentOptions {
  /** As targets elsewhere reach it; default: targets on this machine alone are served, each run on a port of its own. */
  readonly publicUrl: string | undefined
  readonly host: string
  readonly port: number
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Maximum duration of one request: agents that read a page need no longer. Own limit. */
const REQUEST_MS = 30_000
const HEADER_BYTES_MAX = 16_384
const CONNECTIONS_MAX = 512

/**
 * Shared content server of all runs of this process. Each run has its id as path prefix, so that a resumed run keeps its addresses. The
 * server starts to listen with the first run that needs it.
 */
export function createSharedContent({ publicUrl, host, port }: SharedContentOptions): SharedContent {
  const handles = new Map<string, Handle>()
  let listening: Promise<Server> | undefined
  if (publicUrl === undefined) {
    return { hostFor: (target) => (isOnThisMachine(target) ? listeningHost() : undefined), close: async () => {} }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, name = '', rest = ''] = /^\/([^/?]{1,64})(\/.*)?$/.exec(request.url ?? '') ?? []
    const handle = handles.get(name)
    if (handle === undefined) {
      response.writeHead(404, { 'cache-control': 'no-store', connection: 'close' }).end()
      return
    }
    request.url = rest === '' ? '/' : rest
    await handle(request, response)
  }
  return {
    hostFor: (_target, runId) => ({
      async open(handle) {
        listening ??= listen((request, response) => void answer(request, response), host, port)
        await listening.catch((error: unknown) => {
          // The next caller may find the port free.
          listening = undefined
          throw error
        })
        handles.set(runId, handle)
        return {
          url: `${publicUrl.replace(/\/+$/, '')}/${runId}`,
          close: () => Promise.resolve(void handles.delete(runId)),
        }
      },
    }),
    async close() {
      const server = await listening?.catch(() => undefined)
      if (server === undefined) return
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_MS }, answer)
  server.maxConnections = CONNECTIONS_MAX
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  return server
}

function isOnThisMachine({ baseUrl }: RunTarget): boolean {
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return false
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
