import type { Logger } from '@gatehouse/http'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import { ROUTE_KIND, type RouteSealer } from '@gatehouse/mcp-gateway'
import { UPSTREAM_KIND, type UpstreamSealer } from '@gatehouse/llm-gateway'
import type { Store } from '@gatehouse/store'
import { listStaleItems, resealItem, type SealedItem } from '@gatehouse/store/sealed'
import { resealEach } from './reseal-each.ts'

export interface SealedItems {
  readonly store: Store
  readonly keys: KeyRing
  readonly log: Logger
}

/** Seals the keys of model upstreams with the current master key. @returns how many */
export function resealModelUpstreams(items: SealedItems, sealer: UpstreamSealer): Promise<number> {
  return resealItems(UPSTREAM_KIND, items, (item) => sealer.reseal(item), 'the key of a model upstream')
}

/** Seals the secrets of MCP routes with the current master key. @returns how many */
export function resealMcpRoutes(items: SealedItems, sealer: RouteSealer): Promise<number> {
  return resealItems(ROUTE_KIND, items, (item) => sealer.reseal(item), 'a route')
}

function resealItems(
  kind: typeof UPSTREAM_KIND | typeof ROUTE_KIND,
  { store, keys, log }: SealedItems,
  reseal: (item: SealedItem) => string,
  subject: string,
): Promise<number> {
  const field = kind === ROUTE_KIND ? 'route' : 'upstream'
  return resealEach<SealedItem>({
    page: (after, limit) => listStaleItems(store, kind, keys.keyId, { after, limit }),
    reseal: (item) => {
      const { tenantId, name, sealed } = item
      return resealItem(store, { kind, tenantId, name, before: sealed, after: reseal(item) })
    },
    failed: ({ tenantId, name }, err) =>
      log.warn({ err, tenant_id: tenantId, [field]: name }, `re-encryption of ${subject} failed`),
  })
}
