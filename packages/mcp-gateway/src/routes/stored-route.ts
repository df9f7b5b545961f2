import { Failure } from '@gatehouse/kernel'
import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { z } from 'zod'
import { withoutSecrets } from './shown-url.ts'

/** Kind of route items. */
export const ROUTE_KIND = 'mcp_route'

/** Maximum number of routes per tenant. Every instance caches the routes of active tenants. */
export const ROUTES_MAX = 200

const { transport, enforcement_backend, oauth, limits } = McpRouteRequest.shape

const StoredServer = z.object({
  /** Empty for a single server. */
  name: z.string(),
  transport,
  /** Displayed form. Possible keys are stored with the secrets. */
  url: z.string().nullable(),
  headers: z.array(z.string()),
  command: z.string().nullable(),
  /** Displayed form. */
  args: z.array(z.string()),
  env: z.array(z.string()),
  shared: z.boolean().default(false),
})
export type StoredServer = z.infer<typeof StoredServer>

/** A route in the tenant's items, without plain secrets. */
export const StoredRoute = z.object({
  servers: z.array(StoredServer).min(1),
  /** Whether tool names contain the server name. */
  several: z.boolean(),
  enforcement_backend,
  /** Displayed form, like `jwks_url` of `oauth`. */
  shield_url: z.string().nullable(),
  has_shield_key: z.boolean(),
  isolation_ack: z.boolean(),
  scan_descriptions: z.boolean(),
  pin_tools: z.boolean(),
  enabled: z.boolean(),
  default_agent: z.string().nullable(),
  oauth,
  limits,
  /** Secrets, sealed with the master key, in Base64. */
  sealed: z.string(),
})
export type StoredRoute = z.infer<typeof StoredRoute>

/** Sealed content, one element for each server. */
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

/** One server with its connection data. */
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

/** Returns the route of an item, cached per version of its tenant. */
export function storedRoute(document: Readonly<Record<string, unknown>>): StoredRoute {
  let route = parsed.get(document)
  if (route === undefined) {
    route = StoredRoute.parse(document)
    parsed.set(document, route)
  }
  return route
}

/** Returns the identity of a server, for recognizing its tools in several routes. The key of an address is not part of the identity. */
export function serverIdentity({ transport: by, url, command, args }: Target): string {
  return by === 'stdio' ? JSON.stringify([command, ...args]) : withoutSecrets(url ?? '').replace(/\/+$/, '')
}

export function unknownRoute(route: string): Failure {
  return new Failure('not_found', `Route "${route.slice(0, 64)}" not found in this tenant.`)
}
