import { Failure } from '@gatehouse/kernel'
import { McpRouteRequest } from '@gatehouse/contracts'
import { z } from 'zod'
import { withoutSecrets } from './shown-url.ts'

/** Kind of the items that hold routes. */
export const ROUTE_KIND = 'mcp_route'

/** Routes of one tenant; all of an active tenant's are in the memory of every instance. */
export const ROUTES_MAX = 200

const { transport, enforcement_backend, oauth, limits } = McpRouteRequest.shape

const StoredServer = z.object({
  /** Empty where it is the only one. */
  name: z.string(),
  transport,
  /** As it is shown: what may be a key in it is with the secrets. */
  url: z.string().nullable(),
  headers: z.array(z.string()),
  command: z.string().nullable(),
  /** As they are shown. */
  args: z.array(z.string()),
  env: z.array(z.string()),
  shared: z.boolean().default(false),
})
export type StoredServer = z.infer<typeof StoredServer>

/** A route as the tenant's items hold it; nothing in it is a secret. */
export const StoredRoute = z.object({
  servers: z.array(StoredServer).min(1),
  /** Whether tools bear the names of their servers. */
  several: z.boolean(),
  enforcement_backend,
  /** As it is shown, like `jwks_url` of `oauth`. */
  shield_url: z.string().nullable(),
  has_shield_key: z.boolean(),
  isolation_ack: z.boolean(),
  scan_descriptions: z.boolean(),
  pin_tools: z.boolean(),
  enabled: z.boolean(),
  default_agent: z.string().nullable(),
  oauth,
  limits,
  /** What is secret, sealed under the master key, in Base64. */
  sealed: z.string(),
})
export type StoredRoute = z.infer<typeof StoredRoute>

/** What is sealed, one element for each server. */
export const RouteSecrets = z.object({
  servers: z.array(
    z.object({
      url: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  ),
  shield_url: z.string().nullable(),
  shield_tenant_key: z.string().nullable(),
  jwks_url: z.string().nullable(),
})
export type RouteSecrets = z.infer<typeof RouteSecrets>

/** One server with all that is needed to reach it. */
export interface Target {
  readonly name: string
  readonly transport: StoredServer['transport']
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly command: string | undefined
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether one process serves all sessions of the route. */
  readonly shared: boolean
}

const parsed = new WeakMap<object, StoredRoute>()

/** The route of an item, read once for each version of its tenant. */
export function storedRoute(document: Readonly<Record<string, unknown>>): StoredRoute {
  let route = parsed.get(document)
  if (route === undefined) {
    route = StoredRoute.parse(document)
    parsed.set(document, route)
  }
  return route
}

/**
 * What tells one server from another: a tool of the same server under two routes is the same tool. Two keys to one address
 * are no two servers.
 */
export function serverIdentity({ transport: by, url, command, args }: Target): string {
  return by === 'stdio' ? JSON.stringify([command, ...args]) : withoutSecrets(url ?? '').replace(/\/+$/, '')
}

export function unknownRoute(route: string): Failure {
  return new Failure('not_found', `The tenant has no route "${route.slice(0, 64)}".`)
}
