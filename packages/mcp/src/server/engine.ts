import type { Clock } from '@gatehouse/kernel'

import { STATELESS_VERSIONS } from '../eras.ts'
import { SessionTransport } from '../sessions/face.ts'
import { SessionTable } from '../sessions/session-table.ts'
import { Connections } from '../stateless/connections.ts'
import { StatelessTransport } from '../stateless/face.ts'
import { META } from '../stateless/meta.ts'
import { emptyAnswer, headerOf, jsonAnswer, type McpHttpAnswer, type McpHttpRequest, refusal } from './http.ts'
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts'
import { errorResponse, metaOf, type OnDefect, type ReadMessage, readMessage, RPC } from './rpc.ts'
import { Unread } from './unread.ts'

/** Interval of the search for idle sessions and connections. */
const SWEEP_MS = 30_000

export interface McpEngineOptions {
  readonly clock: Clock
  readonly limits?: Partial<GatewayLimits>
  /** Receives errors that indicate a defect in the gateway or an interceptor. */
  readonly onDefect?: OnDefect
}

/** HTTP entry point of all MCP routes, for both protocol versions and independent of the upstream's version. */
export interface McpEngine {
  /** Answers a request. Never throws: errors become JSON-RPC errors. */
  handle(request: McpHttpRequest): Promise<McpHttpAnswer>
  /** Ends sessions and connections of matching owners, e.g. those of a deleted route. */
  endOwners(matches: (owner: string) => boolean): void
  /** Number of sessions, and of shared stateless connections. */
  readonly open: { readonly sessions: number; readonly connections: number }
  close(): void
}

/** Creates the gateway's protocol engine; it opens no listener. */
export function createMcpEngine({ clock, limits, onDefect = () => undefined }: McpEngineOptions): McpEngine {
  const parts = { clock, limits: { ...GATEWAY_LIMITS, ...limits }, onDefect }
  const table = new SessionTable(clock, parts.limits)
  const connections = new Connections(parts)
  const sessions = new SessionTransport(table, parts)
  const unread = new Unread(parts.limits)
  const stateless = new StatelessTransport(connections, { ...parts, unread })
  const sweeping = setInterval(() => (table.sweep(), connections.sweep()), SWEEP_MS)
  sweeping.unref()

  async function answer(http: McpHttpRequest): Promise<McpHttpAnswer> {
    if (http.method === 'POST') return post(http)
    // The stateless protocol has neither GET nor DELETE.
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
    const reason = read.kind === 'invalid' ? read.why : 'Clients of this version send no responses.'
    return jsonAnswer(400, errorResponse(read.kind === 'invalid' ? read.id : null, RPC.invalidRequest, reason))
  }

  return {
    async handle(http) {
      try {
        return unread.counted(await answer(http), http.owner)
      } catch (error) {
        onDefect(error)
        return refusal(500, 'The gateway failed to respond.', RPC.internal)
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

/** Returns whether the body of a message declares the stateless protocol. Its headers are checked against that. "Versioning". */
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
