import type { BodyBudget } from './body-budget.ts'
import type { Clock } from '@gatehouse/kernel'
import type { KeyRing } from '@gatehouse/kernel/sealing'

import type { Authenticator, Caller } from './caller.ts'
import type { Logger } from './logger.ts'
import type { BrowserCheck } from './origin.ts'
import type { ValidationStyle } from './problems.ts'
import type { UploadCount } from './uploads.ts'

/** Context of a handler in addition to its typed request. */
export interface RequestContext {
  /** The caller's `X-Request-Id` if it is safe, else a new UUIDv7. Echoed in the response. */
  readonly requestId: string
  /** Trace id of a valid `traceparent`. */
  readonly traceId: string | undefined
  readonly caller: Caller
  /** @throws {Error} on an endpoint without tenant, whose auth is `none` or `platform` */
  readonly tenantId: string
  /** `X-Agent-Key` or `X-Agent-ID`. Sent by the caller and not authenticated. */
  readonly agentKey: string | undefined
  /** `X-User-Role`. Sent by the caller and not authenticated. */
  readonly userRole: string | undefined
  readonly log: Logger
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal
  /** Client address: from the socket, or reported by the operator's proxies. */
  readonly clientAddress: string
  /** Origin of the console's page; undefined if the request did not come through the console. */
  readonly consoleOrigin?: string | undefined
  /** Bytes of the JSON body on endpoints with `keepsBytes`; empty without a body. */
  readonly bodyBytes?: Uint8Array | undefined
  /** Sets another response status, such as 429 with a verdict as body. */
  status(code: number): void
  /**
   * Adds a response header such as `retry-after`. `content-type` replaces that of the endpoint for raw responses; `cache-control` replaces
   * `no-store`.
   */
  header(name: string, value: string): void
}

/** Resources shared by all exchanges of a server. */
export interface ServerParts {
  /** Short name of the service. */
  readonly service: string
  readonly authenticator: Authenticator
  readonly clock: Clock
  readonly logger: Logger
  readonly validationStyle: ValidationStyle
  /** Derived from the bind address unless the app sets it. */
  browserCheck: BrowserCheck
  /** Whether the bind address is loopback. */
  isLoopback: boolean
  readonly allowedHosts: ReadonlySet<string>
  /** CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Decrypts the console's headers about its callers. */
  readonly forwardedBy: KeyRing | undefined
  /** Folder for form files that are stored on disk. */
  readonly uploadFolder: string | undefined
  /** Count of uploads in progress. */
  readonly uploads: UploadCount
  /** Memory budget for large bodies. */
  readonly bodies: BodyBudget
  /** Number of answered requests, for log sampling. */
  answered: number
  /** Set by `close`. Responses then ask clients to close the connection. */
  closing: boolean
}
