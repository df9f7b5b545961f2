import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { type ContentHost, listeningHost } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts'

/** Where a run serves what its target is to find; undefined: the target can reach nothing of it. */
export type ContentFor = (target: RunTarget, runId: string) => ContentHost | undefined

export interface SharedContent {
  readonly hostFor: ContentFor
  readonly close: () => Promise<void>
}

export interface SharedContentOptions {
  /** As targets elsewhere reach it; absent: targets on this machine alone are served, each run on a port of its own. */
  readonly publicUrl: string | undefined
  readonly host: string
  readonly port: number
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Of one request: agents that read a page need no longer. Ours. */
const REQUEST_MS = 30_000
const HEADER_BYTES_MAX = 16_384
const CONNECTIONS_MAX = 512

/**
 * The content servers of all runs of this process behind one address, each below the id of its run, so that a run that goes on
 * has the addresses that it began with. It listens from the first run on that needs it.
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
          // Whoever comes next may find the port free.
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
