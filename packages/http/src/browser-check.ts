import type { IncomingMessage } from 'node:http'

import { isForwarded } from './client-address.ts'
import type { ServerParts } from './context.ts'
import { checkHost, checkOrigin } from './origin.ts'
import type { Route } from './route.ts'

/**
 * Checks `Host` and `Origin` as the route and the bind address require. Accepts the `Host` of a request from a trusted proxy, which
 * selects the virtual host itself. The origin must still match that host.
 * @throws {Failure} `origin_refused`
 */
export function checkBrowser(route: Route, request: IncomingMessage, parts: ServerParts): void {
  const { browserCheck, allowedHosts, isLoopback, trustedProxies } = parts
  const check = browserCheck === 'none' && route.checksBrowsers ? 'same-origin' : browserCheck
  if (check === 'none') return
  if (route.checksHost && check === 'same-origin' && !isForwarded(request, trustedProxies)) {
    checkHost(request.headers.host, isLoopback, allowedHosts)
  }
  checkOrigin(request.method, request.headers, allowedHosts, check)
}
