import type { Endpoint, EndpointTable, Handlers } from '@gatehouse/contracts'
import type { FastifyInstance } from 'fastify'

import type { RequestContext, ServerParts } from './context.ts'
import { Exchange } from './exchange.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'

/**
 * Puts every row of a table on the server, with its handler behind it. Rows whose method and path are `taken` already
 * are left out.
 */
export function mount<Table extends EndpointTable>(
  app: FastifyInstance,
  endpoints: Table,
  handlers: Handlers<Table, RequestContext>,
  { parts, limits, metrics }: { parts: ServerParts; limits: Limits; metrics: Metrics },
  taken: ReadonlySet<string> = new Set(),
): void {
  for (const [name, row] of Object.entries<Endpoint>(endpoints)) {
    if (taken.has(rowKey(row))) continue
    // The table's type has joined each handler to its row; here all rows are treated alike.
    const handler = handlers[name] as Route['handler']
    const route = routeOf(name, row, handler, limits, metrics)
    app.route({
      method: row.method,
      url: row.path.replace(/\{([^}]+)\}/g, ':$1'),
      // The exchange takes the request over in its first hook and never hands it back. Going on through Fastify's body
      // parser and hooks costs 6 microseconds a request, a fifth of a whole bare request (bench/http.ts).
      onRequest(request, reply) {
        new Exchange(route, parts, request.raw, reply.raw, request.query, request.params).run()
      },
      handler: neverReached,
    })
  }
}

/** What a router tells rows apart by. */
export function rowKey({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
}

function neverReached(): never {
  throw new Error('the exchange answers before any handler of the router')
}

function routeOf(name: string, row: Endpoint, handler: Route['handler'], limits: Limits, metrics: Metrics): Route {
  const { auth, body, form, query, params, problems, produces, status = 200 } = row
  const { role = 'VIEWER', sessionOnly = false, testerRole = 'viewer' } = row
  const { strictNames = false, checksBrowsers = false, checksHost = false, takesTokens = false } = row
  const { bodyLimit_bytes = limits.body_bytes } = row
  return {
    name,
    auth,
    role,
    sessionOnly,
    testerRole,
    body,
    form,
    query,
    params,
    status,
    contentType: produces ?? '',
    raw: produces !== undefined,
    bodyLimit_bytes,
    strictNames,
    problems,
    checksBrowsers,
    checksHost,
    takesTokens,
    // Configuration calls are few and worth a line each; screening calls and probes are many.
    logSample: auth === 'none' || auth === 'runtime' ? limits.logSample : 1,
    meter: metrics.meter(name, row.method, status),
    handler,
  }
}
