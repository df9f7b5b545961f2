import type { TenantPort } from '@gatehouse/screening'
import type { Handler } from '@gatehouse/contracts'
import { type mcpGatewayEndpoints, ROUTE_NAME } from '@gatehouse/contracts/agents'
import { DEFAULT_TENANT_ID, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { enabledRoute } from '../exchange.ts'
import { unknownRoute } from '../routes/stored-route.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** docs/spec/guard.md: ids of tenants. */
const TENANT_ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * `GET /.well-known/oauth-protected-resource/gateway/{route}/mcp`. Route names are unique within a tenant, and the caller has no key yet, so that the address in a 401 contains the tenant. The response is public, and the request does not count for the tenant.
 */
export const protectedResource =
  (tenants: TenantPort): Handler<(typeof mcpGatewayEndpoints)['protectedResource'], RequestContext> =>
  async ({ params: { route }, query: { tenant: id = DEFAULT_TENANT_ID }, headers }) => {
    if (!ROUTE_NAME.test(route) || !TENANT_ID.test(id)) throw unknownRoute(route)
    const oauth = enabledRoute(await knownTenant(id, route, tenants), route)?.oauth
    if (oauth === undefined || oauth === null) throw unknownRoute(route)
    const { issuer, required_scopes: scopes } = oauth
    return {
      resource: `${originOf(headers)}/gateway/${route}/mcp`,
      authorization_servers: [issuer],
      ...(scopes.length === 0 ? {} : { scopes_supported: [...scopes] }),
      bearer_methods_supported: ['header'],
      resource_name: route,
    }
  }

async function knownTenant(id: string, route: string, tenants: TenantPort) {
  try {
    return await tenants.snapshot(id)
  } catch (thrown) {
    // The existence of a tenant is confidential here.
    if (thrown instanceof Failure && thrown.code === 'not_found') throw unknownRoute(route)
    throw thrown
  }
}

/** Returns the metadata address of a route, for the header of a 401. RFC 9728 section 5.1. */
export function metadataAddress(headers: Headers, route: string, tenantId: string): string {
  return `${originOf(headers)}/.well-known/oauth-protected-resource/gateway/${route}/mcp?tenant=${tenantId}`
}

const HOST = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?$/

/** Returns the service's address as seen by the caller. Proxies send the original protocol. */
function originOf(headers: Headers): string {
  const { host, 'x-forwarded-proto': proto } = headers
  const name = typeof host === 'string' && HOST.test(host) ? host : 'localhost'
  return `${proto === 'https' ? 'https' : 'http'}://${name}`
}
