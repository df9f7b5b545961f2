import { type Endpoint, type EndpointTable, type Handlers, platformEndpoints } from '@gatehouse/contracts'
import { type Clock, systemClock } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'

import type { Authenticator } from './caller.ts'
import type { RequestContext, ServerParts } from './context.ts'
import { docsPage } from './docs-page.ts'
import { createFallback } from './fallback.ts'
import { BodyBudget } from './body-budget.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { close, createHttpServer, listen } from './listen.ts'
import type { Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { mount, rowKey } from './mount.ts'
import { openApiOf } from './openapi/document.ts'
import type { OpenApiDocument } from './openapi/types.ts'
import { type BrowserCheck, browserCheckFor, hostNames } from './origin.ts'
import { platformHandlers, type ReadinessProbe } from './platform.ts'
import type { ValidationStyle } from './problems.ts'
import { Router } from './router.ts'
import { UploadCount } from './uploads.ts'

export interface ServerOptions<Table extends EndpointTable> {
  /** Short name such as `guard`, used in logs, metrics and the OpenAPI document. */
  readonly service: string
  readonly title?: string
  readonly description?: string
  readonly version: string
  /** URL of the documentation site, which the page at `/docs` links. */
  readonly documentation?: string | undefined
  readonly endpoints: Table
  readonly handlers: Handlers<Table, RequestContext>
  readonly authenticate: Authenticator
  readonly logger: Logger
  readonly readiness?: Readonly<Record<string, ReadinessProbe>>
  readonly limits?: Partial<Limits>
  readonly clock?: Clock
  readonly metrics?: Metrics
  readonly validationStyle?: ValidationStyle
  /** Browser checks; derived from bind address and authentication by default. */
  readonly browserCheck?: BrowserCheck
  /** Host names, without port, that the checks of `Host` and `Origin` accept in addition to loopback names. */
  readonly allowedHosts?: readonly string[]
  /** CIDR ranges of proxies whose `X-Forwarded-For` is trusted; default: none. */
  readonly trustedProxies?: readonly string[]
  /** Keys that open the console's sealed caller addresses. If absent, the console is treated like any other caller. */
  readonly forwardedBy?: KeyRing
  /** Folder of uploaded files; required for endpoints with `toDisk`, created if missing. */
  readonly uploadFolder?: string
}

export interface HttpServer {
  readonly metrics: Metrics
  /** Returns the OpenAPI 3.1 document. The first call takes about 0.1 s. */
  openapi(): OpenApiDocument
  /**
   * Starts to listen; port 0 selects a free one.
   * @throws {Failure} `unavailable` with one sentence if the address is not available
   */
  listen(address: { host: string; port: number }): Promise<{ readonly url: string; readonly port: number }>
  /** Stops accepting, waits up to `drain_ms` for requests in progress, then closes the remaining connections. */
  close(): Promise<void>
}

/** Creates a server for one endpoint table, with health, metrics and documentation endpoints. Does not start listening. */
export function createServer<Table extends EndpointTable>(options: ServerOptions<Table>): HttpServer {
  const { service, version, endpoints, handlers, authenticate, logger } = options
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits }
  const metrics = options.metrics ?? createMetrics(service)
  const parts: ServerParts = {
    service,
    authenticator: authenticate,
    clock: options.clock ?? systemClock,
    logger,
    validationStyle: options.validationStyle ?? 'guard',
    // Strict until the address is known.
    browserCheck: options.browserCheck ?? browserCheckFor('localhost', authenticate.authEnabled),
    isLoopback: true,
    allowedHosts: hostNames(options.allowedHosts ?? []),
    trustedProxies: options.trustedProxies ?? [],
    forwardedBy: options.forwardedBy,
    uploadFolder: options.uploadFolder,
    uploads: new UploadCount(),
    bodies: new BodyBudget(limits.largeBodies_bytes),
    answered: 0,
    closing: false,
  }
  const router = new Router()
  const answerOthers = createFallback(router, parts, metrics)
  const server = createHttpServer(limits, (request, response) => {
    const match = router.find(request.method ?? '', request.url ?? '')
    if (match === undefined) answerOthers(request, response)
    else match.serve(request, response, match.query, match.params)
  })
  // Created on demand, because it takes a third of a second of the startup.
  const openapi = once(() => openApiOf({ ...options, tables: [endpoints, platformEndpoints] }))
  const platform = platformHandlers({
    service,
    version,
    readiness: options.readiness ?? {},
    metrics,
    openapi: once(() => JSON.stringify(openapi())),
    docs: once(() => docsPage(openapi(), options.documentation)),
  })
  mount(router, endpoints, handlers, { parts, limits, metrics })
  const claimed = new Set(Object.values<Endpoint>(endpoints).map(rowKey))
  mount(router, platformEndpoints, platform, { parts, limits, metrics }, claimed)
  return {
    metrics,
    openapi,
    listen(address) {
      parts.isLoopback = browserCheckFor(address.host, false) === 'loopback'
      parts.browserCheck = options.browserCheck ?? browserCheckFor(address.host, authenticate.authEnabled)
      return listen(server, address)
    },
    close: () => close(server, parts, limits.drain_ms),
  }
}

function once<Made>(make: () => Made): () => Made {
  let created: { readonly it: Made } | undefined
  return () => (created ??= { it: make() }).it
}
