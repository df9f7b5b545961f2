import type { BodyBudget } from './body-budget.ts'
import type { Clock, KeyRing } from '@gatehouse/kernel'

import type { Authenticator, Caller } from './caller.ts'
import type { Logger } from './logger.ts'
import type { BrowserCheck } from './origin.ts'
import type { ValidationStyle } from './problems.ts'
import type { UploadCount } from './uploads.ts'

/** What a handler may know and do beside its typed request. */
export interface RequestContext {
  /** The caller's `X-Request-Id` where it was safe, else a new UUIDv7. Echoed in the answer. */
  readonly requestId: string
  /** Trace id of a valid `traceparent`. */
  readonly traceId: string | undefined
  readonly caller: Caller
  /** @throws {Error} on a row whose auth is `none` or `platform`: there is no tenant */
  readonly tenantId: string
  /** `X-Agent-Key` or `X-Agent-ID`. Given by the caller, not authenticated. */
  readonly agentKey: string | undefined
  /** `X-User-Role`. Given by the caller, not authenticated. */
  readonly userRole: string | undefined
  /** Carries the request id and the trace id. */
  readonly log: Logger
  /** Aborted when the client goes away before the answer is complete. */
  readonly signal: AbortSignal
  /** Where the request came from: the peer's socket, or what the operator's own proxies say. */
  readonly clientAddress: string
  /** The origin of the console's page; undefined: the request did not come through the console. */
  readonly consoleOrigin?: string | undefined
  /** Sets another status for the answer, e.g. 429 with a verdict as body. */
  status(code: number): void
  /**
   * Adds a header to the answer, e.g. `retry-after`. `content-type` is that of a raw answer, in place of the row's;
   * `cache-control` takes the place of `no-store`.
   */
  header(name: string, value: string): void
}

/** What all exchanges of one server share. */
export interface ServerParts {
  /** Short name of the service. */
  readonly service: string
  readonly authenticator: Authenticator
  readonly clock: Clock
  readonly logger: Logger
  readonly validationStyle: ValidationStyle
  /** Follows from the bind address where the app does not say otherwise. */
  browserCheck: BrowserCheck
  /** Whether the bind address is loopback. */
  isLoopback: boolean
  readonly allowedHosts: ReadonlySet<string>
  /** CIDRs of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Opens what the console says of its callers. */
  readonly forwardedBy: KeyRing | undefined
  /** Where forms whose files go to disk are written. */
  readonly uploadFolder: string | undefined
  /** Files that are on their way there. */
  readonly uploads: UploadCount
  /** The memory that large bodies take. */
  readonly bodies: BodyBudget
  /** Requests answered so far; decides which ones are logged. */
  answered: number
  /** True from the moment of `close`: answers then ask the client to leave. */
  closing: boolean
}
