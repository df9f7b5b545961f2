import type { IncomingHttpHeaders } from 'node:http'

import type { EndpointAuth, FormOptions, ProblemShape } from '@gatehouse/contracts'
import type { OrgRole } from '@gatehouse/contracts/appsec'
import type { RedteamRole } from '@gatehouse/contracts/redteam'
import type { z } from 'zod'

import type { RequestContext } from './context.ts'
import type { RouteMeter } from './metrics.ts'

/** Precomputed properties of an endpoint. */
export interface Route {
  readonly name: string
  readonly auth: EndpointAuth
  /** Minimum role for `member` endpoints. */
  readonly role: OrgRole
  readonly sessionOnly: boolean
  /** Minimum role for `tester` endpoints. */
  readonly testerRole: RedteamRole
  readonly body: z.ZodType | undefined
  /** Set for multipart form bodies. */
  readonly form: FormOptions | undefined
  readonly query: z.ZodType | undefined
  readonly params: z.ZodType | undefined
  readonly status: number
  readonly contentType: string
  /** True if the handler returns text, bytes or a stream instead of a value for JSON. */
  readonly raw: boolean
  readonly bodyLimit_bytes: number
  /** Whether the bytes of a JSON body are passed to the handler. */
  readonly keepsBytes: boolean
  readonly strictNames: boolean
  /** Format of failures; default: the service's own. */
  readonly problems: ProblemShape | undefined
  readonly checksBrowsers: boolean
  readonly checksHost: boolean
  /** Whether the handler also processes a bearer token beside `X-API-Key`. */
  readonly takesTokens: boolean
  /** Share of logged requests: one in this many. */
  readonly logSample: number
  readonly meter: RouteMeter
  readonly handler: (request: ExchangeRequest) => unknown
}

/** Arguments of a handler; the table's types are more specific. */
export interface ExchangeRequest {
  body: unknown
  query: unknown
  params: unknown
  headers: IncomingHttpHeaders
  context: RequestContext
}
