import { Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { RouteSecrets, serverIdentity, type StoredRoute, storedRoute, type Target } from './stored-route.ts'

/** Decrypted secrets of a route. */
export interface OpenedRoute {
  readonly targets: readonly Target[]
  /** Identities of the servers. */
  readonly identities: readonly string[]
  readonly shield: { readonly url: string; readonly key: Secret } | undefined
  readonly jwksUrl: string | undefined
}

/** A stored route. */
export interface SealedRoute {
  readonly tenantId: string
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
}

/** Seals and opens the secrets of routes with the master key. */
export interface RouteSealer {
  seal(tenantId: string, route: string, secrets: RouteSecrets): string
  /** @throws {Failure} `unavailable` if the master key that sealed it is missing */
  open(tenantId: string, route: string, stored: StoredRoute): OpenedRoute
  secretsOf(tenantId: string, route: string, stored: StoredRoute): RouteSecrets
  /** Reseals the secrets of a stored route with the current key. */
  reseal(item: SealedRoute): string
}

export function createRouteSealer(master: KeyRing): RouteSealer {
  const opened = new WeakMap<StoredRoute, OpenedRoute>()

  function secretsOf(tenantId: string, route: string, { sealed }: StoredRoute): RouteSecrets {
    const plain = master.open(Buffer.from(sealed, 'base64'), belonging(tenantId, route))
    return RouteSecrets.parse(JSON.parse(plain.toString()))
  }

  const seal = (tenantId: string, route: string, secrets: RouteSecrets): string =>
    master.seal(Buffer.from(JSON.stringify(secrets)), belonging(tenantId, route)).toString('base64')

  return {
    seal,
    secretsOf,
    reseal: ({ tenantId, name, document }) => seal(tenantId, name, secretsOf(tenantId, name, storedRoute(document))),
    open(tenantId, route, stored) {
      let openedRoute = opened.get(stored)
      if (openedRoute === undefined) {
        const {
          servers,
          shield_url: shieldUrl,
          shield_tenant_key: key,
          jwks_url: jwksUrl,
        } = secretsOf(tenantId, route, stored)
        const targets = stored.servers.map(({ name, transport, command, shared }, index): Target => {
          const { url, headers, args, env } = servers[index]!
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
        openedRoute = {
          targets,
          identities: targets.map(serverIdentity),
          shield: shieldUrl === null || key === null ? undefined : { url: shieldUrl, key: new Secret(key) },
          jwksUrl: jwksUrl ?? undefined,
        }
        opened.set(stored, openedRoute)
      }
      return openedRoute
    },
  }
}

/** Returns the additional authenticated data, which binds a sealed text to its route. */
function belonging(tenantId: string, route: string) {
  return { purpose: 'mcp_route', tenantId, name: route }
}
