import type { Endpoint, EndpointTable, Handlers } from '@gatehouse/contracts'

import type { RequestContext, ServerParts } from './context.ts'
import { Exchange } from './exchange.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'

/** Adds every row of a table to the router, with its handler. Skips rows whose method and path are in `taken`. */
export function mount<Table extends EndpointTable>(
  router: Router,
  endpoints: Table,
  handlers: Handlers<Table, RequestContext>,
  { parts, limits, metrics }: { parts: ServerParts; limits: Limits; metrics: Metrics },
  claimed: ReadonlySet<string> = new Set(),
): void {
  for (const [name, row] of Object.entries<Endpoint>(endpoints)) {
    if (claimed.has(rowKey(row))) continue
    // The table's type already checks each handler against its row.
    const handler = handlers[name] as Route['handler']
    const route = routeOf(name, row, handler, limits, metrics)
    router.add(row, (request, response, query, params) =>
      new Exchange(route, parts, request, response, query, params).run(),
    )
  }
}

/** Returns the key by which a router distinguishes endpoints. */
export function rowKey({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
}

function routeOf(name: string, row: Endpoint, handler: Route['handler'], limits: Limits, metrics: Metrics): Route {
  const { auth, body, form, query, params, problems, produces, status = 200 } = row
  const { role = 'VIEWER', sessionOnly = false, testerRole = 'viewer' } = row
  const {
    strictNames = false,
    checksBrowsers = false,
    checksHost = false,
    takesTokens = false,
    keepsBytes = false,
  } = row
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
    keepsBytes,
    strictNames,
    problems,
    checksBrowsers,
    checksHost,
    takesTokens,
    // All configuration calls are logged. Screening calls and probes are too frequent.
    logSample: auth === 'none' || auth === 'runtime' ? limits.logSample : 1,
    meter: metrics.meter(name, row.method, status),
    handler,
  }
}
