import type { Clock } from '@gatehouse/kernel'

import { STATELESS_VERSIONS } from '../eras.ts'
import { SessionsFace } from '../sessions/face.ts'
import { SessionTable } from '../sessions/session-table.ts'
import { Connections } from '../stateless/connections.ts'
import { StatelessFace } from '../stateless/face.ts'
import { META } from '../stateless/meta.ts'
import { emptyAnswer, headerOf, jsonAnswer, type McpHttpAnswer, type McpHttpRequest, refusal } from './http.ts'
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts'
import { errorResponse, metaOf, type OnDefect, type ReadMessage, readMessage, RPC } from './rpc.ts'
import { Unread } from './unread.ts'

/** How often sessions and connections that nobody uses are looked for. */
const SWEEP_MS = 30_000

export interface McpEngineOptions {
  readonly clock: Clock
  readonly limits?: Partial<GatewayLimits>
  /** Told of errors that are nobody's failure but a defect here or in an interceptor. */
  readonly onDefect?: OnDefect
}

/** The face of all MCP routes: HTTP requests in, HTTP answers out, both protocol eras, whatever the upstream speaks. */
export interface McpEngine {
  /** Answers a request. Never throws: what goes wrong is a JSON-RPC error. */
  handle(request: McpHttpRequest): Promise<McpHttpAnswer>
  /** Ends sessions and connections of the owners that this is true of, e.g. those of a route that was deleted. */
  endOwners(matches: (owner: string) => boolean): void
  /** Sessions of the sessions era, and connections shared in the stateless one. */
  readonly open: { readonly sessions: number; readonly connections: number }
  close(): void
}

/** Makes the gateway's protocol engine; it listens nowhere by itself. */
export function createMcpEngine({ clock, limits, onDefect = () => undefined }: McpEngineOptions): McpEngine {
  const parts = { clock, limits: { ...GATEWAY_LIMITS, ...limits }, onDefect }
  const table = new SessionTable(clock, parts.limits)
  const connections = new Connections(parts)
  const sessions = new SessionsFace(table, parts)
  const unread = new Unread(parts.limits)
  const stateless = new StatelessFace(connections, { ...parts, unread })
  const sweeping = setInterval(() => (table.sweep(), connections.sweep()), SWEEP_MS)
  sweeping.unref()

  async function answer(http: McpHttpRequest): Promise<McpHttpAnswer> {
    if (http.method === 'POST') return post(http)
    // The stateless era has no GET and no DELETE.
    if (!isStatelessVersion(headerOf(http, 'mcp-protocol-version'))) {
      if (http.method === 'GET') return sessions.get(http)
      if (http.method === 'DELETE') return sessions.delete(http)
    }
    return emptyAnswer(405, { allow: 'POST' })
  }

  async function post(http: McpHttpRequest): Promise<McpHttpAnswer> {
    if (http.body === undefined) return refusal(400, 'The body is missing.')
    if (Array.isArray(http.body)) return sessions.post(http)
    const read = readMessage(http.body)
    if (!isStateless(read, http)) return sessions.post(http)
    if (read.kind === 'request') return stateless.request(read.message, http)
    if (read.kind === 'notification') return stateless.notification(read.message, http)
    const why = read.kind === 'invalid' ? read.why : 'Clients of this version send no responses.'
    return jsonAnswer(400, errorResponse(read.kind === 'invalid' ? read.id : null, RPC.invalidRequest, why))
  }

  return {
    async handle(http) {
      try {
        return unread.counted(await answer(http), http.owner)
      } catch (error) {
        onDefect(error)
        return refusal(500, 'The gateway failed to answer.', RPC.internal)
      }
    },
    endOwners(matches) {
      table.removeOwners(matches)
      connections.removeOwners(matches)
    },
    get open() {
      return { sessions: table.size, connections: connections.size }
    },
    close() {
      clearInterval(sweeping)
      table.removeOwners(() => true)
      connections.removeOwners(() => true)
    },
  }
}

/** A message is of the stateless era when it says so in its body; its headers are checked against that. "Versioning". */
function isStateless(read: ReadMessage, http: McpHttpRequest): boolean {
  const header = headerOf(http, 'mcp-protocol-version')
  const claims =
    (read.kind === 'request' || read.kind === 'notification') && metaOf(read.message)[META.version] !== undefined
  if (claims) return true
  return isStatelessVersion(header)
}

function isStatelessVersion(version: string | undefined): boolean {
  return STATELESS_VERSIONS.some((known) => known === version)
}
