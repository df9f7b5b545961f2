import { type KeyRing, Secret } from '@gatehouse/kernel'
import { RouteSecrets, type StoredRoute, type Target } from './stored-route.ts'

/** What only the gateway knows of a route. */
export interface OpenedRoute {
  readonly targets: readonly Target[]
  readonly shieldKey: Secret | undefined
}

/** Seals and opens the secrets of routes, under the master key. */
export interface RouteSealer {
  seal(tenantId: string, route: string, secrets: RouteSecrets): string
  /** @throws {Failure} `unavailable` when the master key that sealed it is not given */
  open(tenantId: string, route: string, stored: StoredRoute): OpenedRoute
  secretsOf(tenantId: string, route: string, stored: StoredRoute): RouteSecrets
}

export function createRouteSealer(master: KeyRing): RouteSealer {
  const opened = new WeakMap<StoredRoute, OpenedRoute>()

  function secretsOf(tenantId: string, route: string, { sealed }: StoredRoute): RouteSecrets {
    const plain = master.open(Buffer.from(sealed, 'base64'), belonging(tenantId, route))
    return RouteSecrets.parse(JSON.parse(plain.toString()))
  }

  return {
    seal: (tenantId, route, secrets) =>
      master.seal(Buffer.from(JSON.stringify(secrets)), belonging(tenantId, route)).toString('base64'),
    secretsOf,
    open(tenantId, route, stored) {
      let one = opened.get(stored)
      if (one === undefined) {
        const { servers, shield_tenant_key: key } = secretsOf(tenantId, route, stored)
        const targets = stored.servers.map(({ name, transport, command, args, shared }, index): Target => {
          const { url, headers, env } = servers[index]!
          return {
            name,
            transport,
            url: url ?? undefined,
            headers,
            command: command ?? undefined,
            args,
            env,
            shared,
          }
        })
        one = { targets, shieldKey: key === null ? undefined : new Secret(key) }
        opened.set(stored, one)
      }
      return one
    },
  }
}

/** A sealed text opens only in the route that it was made for. */
function belonging(tenantId: string, route: string) {
  return { purpose: 'mcp_route', tenantId, name: route }
}
