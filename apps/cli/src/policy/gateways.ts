import { McpRouteRequest, type McpUpstream } from '@gatehouse/contracts/agents'
import { type ModelUpstream, ModelUpstreamWrite } from '@gatehouse/contracts/content'
import { escaped } from './references.ts'

type Fields = Readonly<Record<string, unknown>>

/** Model providers and tool server routes, by name, with defaults applied. */
export type Gateways = Readonly<Record<string, Fields>>

/** Converts a provider from a file or the service to the common form. */
export function upstreamOf({ api_key, headers, ...rest }: ModelUpstreamWrite | ModelUpstream): Fields {
  // The service stores header names in lower case.
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...rest, api_key: api_key || null, headers: Object.fromEntries(named) }
}

/** Converts a provider to the file format. */
export function fileUpstream(upstream: Fields): Fields {
  const { name, base_url, models } = upstream
  const usual = upstreamOf(ModelUpstreamWrite.parse({ name, base_url, models }))
  return written(upstream, usual, ['name', 'base_url', 'models'])
}

type Server = NonNullable<McpRouteRequest['upstreams']>[number] | NonNullable<McpUpstream['upstreams']>[number]

function serverOf({ transport, url, headers, command, args, env, shared }: Omit<Server, 'name'>): Fields {
  return {
    transport,
    url: url ?? null,
    headers: headers ?? {},
    command: command ?? null,
    args: args ?? [],
    env: env ?? {},
    shared: shared ?? false,
  }
}

/** Converts a route from a file or the service to the common form. */
export function routeOf(route: McpRouteRequest | McpUpstream): Fields {
  const { upstreams, enforcement_backend, isolation_ack, scan_descriptions, pin_tools, enabled, oauth } = route
  const isRemote = enforcement_backend === 'http'
  return {
    ...(upstreams === undefined
      ? serverOf(route)
      : { upstreams: Object.fromEntries(upstreams.map((server) => [server.name, serverOf(server)])) }),
    enforcement_backend,
    shield_url: (isRemote ? route.shield_url : null) ?? null,
    shield_tenant_key: (isRemote ? route.shield_tenant_key : null) ?? null,
    isolation_ack,
    scan_descriptions,
    pin_tools,
    enabled,
    default_agent: route.default_agent ?? null,
    oauth: oauth === null || oauth === undefined ? null : { ...oauth, jwks_url: oauth.jwks_url ?? null },
    limits: route.limits ?? {},
  }
}

const USUAL = routeOf(McpRouteRequest.parse({ url: 'https://tools.invalid/' }))
const USUAL_SERVER = serverOf({ transport: 'http' })

/** Converts a route to the file format. */
export function fileRoute({ upstreams, oauth, ...rest }: Fields): Fields {
  const several = upstreams as Readonly<Record<string, Fields>> | undefined
  return {
    ...written(rest, { ...USUAL, ...USUAL_SERVER }, several === undefined ? ['transport'] : []),
    ...(several === undefined
      ? {}
      : {
          upstreams: Object.entries(several).map(([name, server]) => ({
            name,
            ...written(server, USUAL_SERVER, ['transport']),
          })),
        }),
    ...(oauth === null ? {} : { oauth: written(oauth as Fields, { jwks_url: null, required_scopes: [] }, []) }),
  }
}

function written(value: Fields, usual: Fields, keeps: readonly string[]): Fields {
  const own = Object.entries(value).filter(
    ([name, item]) => keeps.includes(name) || JSON.stringify(item) !== JSON.stringify(usual[name]),
  )
  return Object.fromEntries(own.map(([name, item]) => [name, escaped(item)]))
}

/** Converts a provider or route to the service's request format. */
export function requestOf({ upstreams, oauth, ...rest }: Fields): Fields {
  const several = upstreams as Readonly<Record<string, Fields>> | undefined
  return {
    ...present(rest),
    ...(several === undefined
      ? {}
      : { upstreams: Object.entries(several).map(([name, server]) => ({ name, ...present(server) })) }),
    ...(oauth === null || oauth === undefined ? {} : { oauth: present(oauth as Fields) }),
  }
}

function present(value: Fields): Fields {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
}
