import type { Logger } from '@gatehouse/http'
import { canonicalHash, type Clock, Failure } from '@gatehouse/kernel'
import type { McpEngine } from '@gatehouse/mcp'
import type { TenantPort, TenantSnapshot } from '@gatehouse/screening'
import { ROUTE_KIND } from './routes/stored-route.ts'

/** Interval for checks of session conditions: changes must take effect within a second. */
const WATCH_MS = 500
/** Longer than the setup of any connection: an owner without one by then is no longer watched. */
const FORGET_MS = 10 * 60_000

/** User of a route. */
export interface RouteUser {
  /** Absent without key authentication. */
  readonly keyId: string | undefined
  readonly subject: string | undefined
  /** Expiry of the request's token, in milliseconds since the Unix epoch; if absent, no token. */
  readonly tokenEnds_ms: number | undefined
}

/** Ends sessions of changed or deleted routes, and of users without access, on every instance. */
export interface RouteWatch {
  /** Returns the session owner for a route in its current configuration, and watches it from then on. */
  ownerOf(tenant: TenantSnapshot, route: string, user: RouteUser): string
  close(): void
}

interface WatchParts {
  readonly engine: McpEngine
  readonly tenants: TenantPort
  /** Returns the expiry of unrevoked keys by id; undefined for a key without expiry. */
  readonly liveKeys: (ids: readonly string[]) => Promise<ReadonlyMap<string, number | undefined>>
  readonly clock: Clock
  readonly log: Logger
}

interface Watched {
  readonly tenantId: string
  readonly route: string
  readonly prefix: string
  readonly keyId: string | undefined
  tokenEnds_ms: number | undefined
  used_ms: number
}

export function watchRoutes({ engine, tenants, liveKeys, clock, log }: WatchParts): RouteWatch {
  const inUse = new Map<string, Watched>()
  let isWatching = false

  async function whoEnded(): Promise<Set<string>> {
    const open = openOwners(engine)
    const now = clock.now()
    for (const [owner, { used_ms }] of inUse) if (!open.has(owner) && now - used_ms > FORGET_MS) inUse.delete(owner)
    const watched = [...inUse].filter(([owner]) => open.has(owner))
    const keyIds = watched.map(([, { keyId }]) => keyId).filter((id) => id !== undefined)
    const keys = keyIds.length === 0 ? undefined : await liveKeys([...new Set(keyIds)])
    const ended = new Set<string>()
    for (const [owner, item] of watched) {
      const { tokenEnds_ms, keyId } = item
      const isOver =
        (tokenEnds_ms !== undefined && tokenEnds_ms <= now) ||
        (keyId !== undefined && (keys?.has(keyId) !== true || (keys.get(keyId) ?? Infinity) <= now))
      // oxlint-disable-next-line no-await-in-loop -- most are in memory
      if (isOver || (await hasMoved(item, tenants))) ended.add(owner)
    }
    return ended
  }

  async function watchOnce(): Promise<void> {
    if (isWatching || inUse.size === 0) return
    isWatching = true
    try {
      const ended = await whoEnded()
      for (const owner of ended) inUse.delete(owner)
      if (ended.size > 0) engine.endOwners((owner) => ended.has(owner))
    } catch (err) {
      log.warn({ err }, 'checking the routes failed')
    } finally {
      isWatching = false
    }
  }

  const timer = setInterval(() => void watchOnce(), WATCH_MS)
  timer.unref()
  return {
    ownerOf(tenant, route, { keyId, subject, tokenEnds_ms }) {
      const prefix = prefixIn(tenant, route)
      const owner = prefix + JSON.stringify([keyId ?? '', subject])
      const used_ms = clock.now()
      const known = inUse.get(owner)
      if (known === undefined) {
        inUse.set(owner, { tenantId: tenant.tenantId, route, prefix, keyId, tokenEnds_ms, used_ms })
      } else {
        known.used_ms = used_ms
        // A client refreshes its token before the old one expires.
        if (tokenEnds_ms !== undefined) known.tokenEnds_ms = Math.max(tokenEnds_ms, known.tokenEnds_ms ?? 0)
      }
      return owner
    },
    close: () => clearInterval(timer),
  }
}

function openOwners(engine: McpEngine): ReadonlySet<string> {
  const open = new Set<string>()
  engine.endOwners((owner) => {
    open.add(owner)
    return false
  })
  return open
}

/** Whether the route was changed or deleted; if that is unknown, it counts as unchanged. */
async function hasMoved({ tenantId, route, prefix }: Watched, tenants: TenantPort): Promise<boolean> {
  try {
    return prefixIn(await tenants.snapshot(tenantId), route) !== prefix
  } catch (thrown) {
    return thrown instanceof Failure && thrown.code === 'not_found'
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
