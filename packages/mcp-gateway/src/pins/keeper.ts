import { perConfig } from '@gatehouse/guards/agentic'
import { findPoison, likenessOf, StoredMcpServer } from '@gatehouse/guards/tools'
import { type Clock, uuidv7 } from '@gatehouse/kernel'
import type { AuditEntryInput, AuditPort, TenantSnapshot } from '@gatehouse/screening'
import { ROUTE_KIND, type StoredRoute, storedRoute } from '../routes/stored-route.ts'
import type { ListedTool } from './definition.ts'
import { judgeListing, type Judgement, type Listing, type PinStatus } from './judge.ts'
import type { Pin, PinElsewhere, PinStore } from './pin-store.ts'

/** Pins of tools, shared by all instances. */
export interface PinKeeper {
  /** Compares a listing with the pins, pins new tools, and returns the status of each tool. */
  judge(tenant: TenantSnapshot, route: string, listing: Listing, requestId: string): Promise<Judgement['standings']>
  /** Returns the status of a tool in the last listing; undefined if it was never listed. */
  standing(tenantId: string, route: string, tool: string): Promise<Pin | undefined>
}

/** Interval of writes for unchanged tools. */
const SEEN_AGAIN_MS = 3_600_000

export interface PinKeeperParts {
  readonly store: PinStore
  readonly clock: Clock
  readonly audit: AuditPort
  /** Returns the identities of a route's servers. */
  readonly identitiesOf: (tenantId: string, route: string, stored: StoredRoute) => readonly string[]
}

export function createPinKeeper({ store, clock, audit, identitiesOf }: PinKeeperParts): PinKeeper {
  const poisonIn = rememberedPoison()

  async function against(tenant: TenantSnapshot, route: string, listing: Listing): Promise<[Judgement, Known]> {
    const likenesses = [...new Set(listing.tools.map(({ name }) => likenessOf(name)))]
    const [pins, elsewhere] = await Promise.all([
      store.list(tenant.tenantId, route),
      store.elsewhere(tenant.tenantId, route, likenesses),
    ])
    const known = new Map(pins.map((pin) => [pin.tool, pin]))
    const identities = (name: string): readonly string[] => {
      const stored = routeOf(tenant, name)
      return stored === undefined ? [] : identitiesOf(tenant.tenantId, name, stored)
    }
    const scans = routeOf(tenant, route)?.scan_descriptions !== false
    const judgement = await judgeListing(listing, {
      known,
      poison: (tool) => (scans ? poisonIn(tool) : []),
      ownerElsewhere: (tool, pin) => ownerOf(tenant, route, tool, pin, elsewhere, identities),
    })
    return [judgement, known]
  }

  return {
    async judge(tenant, route, listing, requestId) {
      const { tenantId } = tenant
      const at = new Date(clock.now())
      let [judgement, known] = await against(tenant, route, listing)
      const first = judgement.fresh.map((pin) => ({ ...pin, seen: pin }))
      if (judgement.fresh.length > 0) {
        const pins = judgement.fresh.map((pin) => ({
          id: uuidv7(clock.now()),
          likeness: likenessOf(pin.tool),
          ...pin,
        }))
        if (!(await store.insert(tenantId, route, pins, at))) return withoutUnpinned(judgement)
        // Another instance may have pinned another definition concurrently. Its pin applies.
        ;[judgement, known] = await against(tenant, route, listing)
      }
      await store.change(tenantId, route, judgement.changes, at)
      const second = [...judgement.standings.keys()].filter((tool) => {
        const pin = known.get(tool)
        return pin !== undefined && at.getTime() - pin.lastSeen.getTime() > SEEN_AGAIN_MS
      })
      await store.noteSeen(tenantId, route, second, at)
      const flagged = [...first, ...judgement.changes].filter(({ state }) => state !== 'pinned')
      if (flagged.length > 0) await audit.append(flaggedEntry(tenantId, route, flagged, requestId))
      return judgement.standings
    },
    standing: (tenantId, route, tool) => store.read(tenantId, route, tool),
  }
}

/** Maximum number of cached results by definition, for all routes. The oldest is evicted. */
const JUDGED_MAX = 20_000

/** Caches results by hash, because servers list the same definitions repeatedly. */
function rememberedPoison(): (tool: ListedTool) => readonly string[] {
  const judged = new Map<string, readonly string[]>()
  return (tool) => {
    const known = judged.get(tool.hash)
    if (known !== undefined) return known
    const findings = findPoison(tool.name, tool.judged)
    judged.set(tool.hash, findings)
    if (judged.size > JUDGED_MAX) judged.delete(judged.keys().next().value!)
    return findings
  }
}

type Known = ReadonlyMap<string, Pin>

/** Hides tools that could not be pinned. */
function withoutUnpinned({ standings, fresh }: Judgement): Judgement['standings'] {
  const hidden = new Map<string, PinStatus>(standings)
  for (const { tool } of fresh) hidden.set(tool, { state: 'changed', reason: 'The pin storage is full.' })
  return hidden
}

function routeOf({ agentic }: TenantSnapshot, route: string) {
  const document = agentic.items.get(ROUTE_KIND)?.get(route)
  return document === undefined ? undefined : storedRoute(document)
}

/** Returns the server outside this route that owns the same or a similar name. */
function ownerOf(
  tenant: TenantSnapshot,
  route: string,
  tool: string,
  pin: Pin | undefined,
  elsewhere: readonly PinElsewhere[],
  identities: (route: string) => readonly string[],
): string | undefined {
  const isOther = (other: string): boolean => {
    const own = identities(route)
    return !identities(other).some((identity) => own.includes(identity))
  }
  // The first server with the name owns it.
  const likeness = likenessOf(tool)
  const first = elsewhere.find((item) => item.likeness === likeness)
  if (first !== undefined && !isBefore(pin, first) && isOther(first.route)) return first.route
  // Registration of servers is manual. An earlier pin keeps its owner.
  if (pin !== undefined) return undefined
  for (const { id, url } of registered(tenant.agentic).get(likeness) ?? []) {
    if (id !== route && !identities(route).includes((url ?? '').replace(/\/+$/, ''))) return id
  }
  return undefined
}

interface Registered {
  readonly id: string
  readonly url: string | null
}

/** Registered servers by normalized tool name. */
const registered = perConfig(({ items }) => {
  const servers = new Map<string, Registered[]>()
  for (const [id, document] of items.get('mcp_server') ?? []) {
    const { url, tools } = StoredMcpServer.parse(document)
    for (const likeness of new Set(tools.map(({ name }) => likenessOf(name)))) {
      const known = servers.get(likeness)
      if (known === undefined) servers.set(likeness, [{ id, url }])
      else known.push({ id, url })
    }
  }
  return servers
})

/** Orders two pins of the same millisecond identically on every instance. */
function isBefore(pin: Pin | undefined, other: { readonly route: string; readonly firstSeen: Date }): boolean {
  if (pin === undefined) return false
  const apart_ms = pin.firstSeen.getTime() - other.firstSeen.getTime()
  return apart_ms === 0 ? pin.route < other.route : apart_ms < 0
}

function flaggedEntry(
  tenantId: string,
  route: string,
  flagged: readonly Pick<Judgement['changes'][number], 'tool' | 'state' | 'seen'>[],
  requestId: string,
): AuditEntryInput {
  const [first] = flagged
  return {
    tenant_id: tenantId,
    actor: 'gateway',
    action: 'guard.mcp_pins',
    guardrail: 'mcp_guard',
    verdict: 'block',
    request_id: requestId,
    details: {
      route,
      category: first!.state,
      tools: flagged.slice(0, TOLD_MAX).map(({ tool, state, seen }) => ({ tool, state, hash: seen?.hash })),
    },
  }
}

/** Maximum number of tools in one audit entry. */
const TOLD_MAX = 50
