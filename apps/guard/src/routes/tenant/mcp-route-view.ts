import type { McpUpstream } from '@gatehouse/contracts/agents'
import { MASK } from '@gatehouse/kernel'
import type { TenantItem } from '@gatehouse/store/tenants'
import { storedRoute, type StoredServer } from '@gatehouse/mcp-gateway'

/** Returns a route for a response, without secrets. */
export function routeView({ document, createdAt, updatedAt, updatedBy }: TenantItem): McpUpstream {
  const route = storedRoute(document)
  const [first] = route.servers
  const { name: _name, ...own } = serverView(first!)
  return {
    ...own,
    ...(route.several ? { url: null, headers: {}, command: null, args: [], env: {}, shared: false } : {}),
    ...(route.several ? { upstreams: route.servers.map(serverView) } : {}),
    enforcement_backend: route.enforcement_backend,
    active: route.enabled,
    enabled: route.enabled,
    isolation_ack: route.isolation_ack,
    scan_descriptions: route.scan_descriptions,
    pin_tools: route.pin_tools,
    shield_url: route.shield_url,
    shield_tenant_key: route.has_shield_key ? MASK : null,
    default_agent: route.default_agent,
    oauth: route.oauth ?? null,
    limits: route.limits ?? {},
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    updated_by: updatedBy,
  }
}

function serverView({ name, transport, url, headers, command, args, env, shared }: StoredServer) {
  return { name, transport, url, headers: masked(headers), command, args, env: masked(env), shared }
}

function masked(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, MASK]))
}
