import { type Endpoint, type EndpointTable, type Handlers, platformEndpoints } from '@gatehouse/contracts'
import { type Clock, Failure, systemClock, type KeyRing } from '@gatehouse/kernel'
import Fastify, { type FastifyInstance } from 'fastify'

import type { Authenticator } from './caller.ts'
import type { RequestContext, ServerParts } from './context.ts'
import { docsPage } from './docs/page.ts'
import { createFallback, type Fallback } from './fallback.ts'
import { BodyBudget } from './body-budget.ts'
import { DEFAULT_LIMITS, HEADER_BYTES_MAX, type Limits, PATH_PARAMETER_CHARS_MAX, TIMEOUT_CHECK_MS } from './limits.ts'
import { answerBrokenRequest, close, hasOneHost, listen, refuseHead, rememberConnections } from './listen.ts'
import type { Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { mount, rowKey } from './mount.ts'
import { openApiOf } from './openapi/document.ts'
import type { OpenApiDocument } from './openapi/types.ts'
import { type BrowserCheck, browserCheckFor, hostNames } from './origin.ts'
import { platformHandlers, type ReadinessProbe } from './platform.ts'
import type { ValidationStyle } from './problems.ts'
import { UploadCount } from './uploads.ts'

export interface ServerOptions<Table extends EndpointTable> {
  /** Short name, e.g. `guard`; appears in logs, metrics and the interface description. */
  readonly service: string
  readonly title?: string
  readonly description?: string
  readonly version: string
  readonly endpoints: Table
  readonly handlers: Handlers<Table, RequestContext>
  readonly authenticate: Authenticator
  readonly logger: Logger
  readonly readiness?: Readonly<Record<string, ReadinessProbe>>
  readonly limits?: Partial<Limits>
  readonly clock?: Clock
  readonly metrics?: Metrics
  readonly validationStyle?: ValidationStyle
  /** What is asked of browsers; follows from the bind address and from authentication unless said otherwise. */
  readonly browserCheck?: BrowserCheck
  /** Host names, without port, that the checks of `Host` and `Origin` accept in addition to loopback names. */
  readonly allowedHosts?: readonly string[]
  /** CIDRs of proxies whose `X-Forwarded-For` is believed; by default nobody's. */
  readonly trustedProxies?: readonly string[]
  /** The keys under which the console seals the addresses of its callers; absent: it is a caller as any other. */
  readonly forwardedBy?: KeyRing
  /** The folder of files that forms bring; needed by rows with `toDisk`, made where it is not there. */
  readonly uploadFolder?: string
}

export interface HttpServer {
  /** The Fastify instance behind it, for what has no row in a table. */
  readonly app: FastifyInstance
  readonly metrics: Metrics
  /** The OpenAPI 3.1 document; made at the first call, which takes about a tenth of a second. */
  openapi(): OpenApiDocument
  /**
   * Listens; port 0 picks a free one.
   * @throws {Failure} `unavailable` with one sentence when the address cannot be had
   */
  listen(address: { host: string; port: number }): Promise<{ readonly url: string; readonly port: number }>
  /** Stops accepting, waits for requests in flight up to `drain_ms`, then cuts what is left. */
  close(): Promise<void>
}

/** A server for one endpoint table, with all that every service needs around it. Does not listen by itself. */
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
  const answerOthers = createFallback([endpoints, platformEndpoints], parts, metrics)
  const app = bareServer(limits, answerOthers)
  // A third of a second of a start with all services: made when somebody asks for them.
  const openapi = once(() => openApiOf({ ...options, tables: [endpoints, platformEndpoints] }))
  const platform = platformHandlers({
    service,
    version,
    readiness: options.readiness ?? {},
    metrics,
    openapi: once(() => JSON.stringify(openapi())),
    docs: once(() => docsPage(openapi())),
  })
  mount(app, endpoints, handlers, { parts, limits, metrics })
  const taken = new Set(Object.values<Endpoint>(endpoints).map(rowKey))
  mount(app, platformEndpoints, platform, { parts, limits, metrics }, taken)
  return {
    app,
    metrics,
    openapi,
    listen(address) {
      parts.isLoopback = browserCheckFor(address.host, false) === 'loopback'
      parts.browserCheck = options.browserCheck ?? browserCheckFor(address.host, authenticate.authEnabled)
      return listen(app, address)
    },
    close: () => close(app, parts, limits.drain_ms),
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined
  return () => (made ??= { it: make() }).it
}

function bareServer(limits: Limits, fallback: Fallback): FastifyInstance {
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    // Draining is ours: see `close`.
    forceCloseConnections: false,
    return503OnClosing: false,
    requestTimeout: limits.requestTimeout_ms,
    keepAliveTimeout: limits.keepAliveTimeout_ms,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      // Node would refuse such a request with an empty body.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeout_ms,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, limits.headersTimeout_ms),
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PARAMETER_CHARS_MAX },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) =>
      fallback.failed(request.raw, reply.raw, new Failure('not_found', 'Invalid path.')),
  })
  app.server.maxConnections = limits.connections
  rememberConnections(app)
  // Node would drop surplus fields without a word, among them perhaps the one that matters. The head's size bounds them.
  app.server.maxHeadersCount = 0
  // Node would invite every body at once; the exchange does it when it knows that it wants this one.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.server.on('checkExpectation', (_request, response) =>
    refuseHead(response, 417, 'expectation_failed', 'Unsupported Expect header. Allowed: 100-continue.'),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) return done()
    reply.hijack()
    refuseHead(reply.raw, 400, 'malformed_request', 'HTTP/1.1 requests require exactly one Host header.')
  })
  // The exchange reads bodies itself: limits hold while inflating, and a refused body is drained.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setNotFoundHandler((request, reply) => fallback.unknown(request.raw, reply.raw))
  app.setErrorHandler((error, request, reply) => fallback.failed(request.raw, reply.raw, fromFramework(error)))
  return app
}

function fromFramework(error: unknown): unknown {
  const isMediaType = error instanceof Error && 'statusCode' in error && error.statusCode === 415
  return isMediaType ? new Failure('unsupported_media_type', 'Invalid Content-Type.') : error
}
