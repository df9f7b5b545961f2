import type { Logger } from '@gatehouse/http'
import { canonicalHash, Failure } from '@gatehouse/kernel'
import type { McpGateway as Engine } from '@gatehouse/mcp'
import type { TenantSnapshot } from '../../policies.ts'
import type { Tenants } from '../../tenants.ts'
import { ROUTE_KIND } from './routes/stored-route.ts'

/** How often it is looked whether routes with open sessions are as they were: within the second that changes may take. */
const WATCH_MS = 500

/** Ends sessions of routes that have changed or are gone, on whichever instance that was done. */
export interface RouteWatch {
  /** The beginning of all owners on a route as it is configured now; it is watched from then on. */
  prefixOf(tenant: TenantSnapshot, route: string): string
  close(): void
}

export function watchRoutes(engine: Engine, tenants: Pick<Tenants, 'snapshot'>, log: Logger): RouteWatch {
  const inUse = new Map<string, { readonly tenantId: string; readonly route: string }>()
  let isWatching = false

  async function watch(): Promise<void> {
    for (const [prefix, { tenantId, route }] of inUse) {
      // oxlint-disable-next-line no-await-in-loop -- most are in memory
      const now = await prefixNow(tenantId, route, tenants)
      if (now === undefined || now === prefix) continue
      inUse.delete(prefix)
      engine.endOwners((owner) => owner.startsWith(prefix))
    }
    const { sessions, connections } = engine.open
    if (sessions + connections === 0) inUse.clear()
  }

  async function watchOnce(): Promise<void> {
    if (isWatching || inUse.size === 0) return
    isWatching = true
    try {
      await watch()
    } catch (err) {
      log.warn({ err }, 'routes could not be looked at')
    } finally {
      isWatching = false
    }
  }

  const timer = setInterval(() => void watchOnce(), WATCH_MS)
  timer.unref()
  return {
    prefixOf(tenant, route) {
      const prefix = prefixIn(tenant, route)
      inUse.set(prefix, { tenantId: tenant.tenantId, route })
      return prefix
    },
    close: () => clearInterval(timer),
  }
}

/** @returns an empty text for a route that is gone, undefined where nobody can tell */
async function prefixNow(
  tenantId: string,
  route: string,
  tenants: Pick<Tenants, 'snapshot'>,
): Promise<string | undefined> {
  try {
    return prefixIn(await tenants.snapshot(tenantId), route)
  } catch (thrown) {
    return thrown instanceof Failure && thrown.code === 'not_found' ? '' : undefined
  }
}

const prefixes = new WeakMap<object, string>()

function prefixIn({ tenantId, agentic }: TenantSnapshot, route: string): string {
  const document = agentic.items.get(ROUTE_KIND)?.get(route)
  if (document === undefined) return ''
  let prefix = prefixes.get(document)
  if (prefix === undefined) {
    prefix = `${JSON.stringify([tenantId, agentic.tenantSince, route, canonicalHash(document)])} `
    prefixes.set(document, prefix)
  }
  return prefix
}
