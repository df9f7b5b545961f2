import type { Inventory, Observation, Scanner } from '@gatehouse/scan-engine'
import { scanInventory } from '@gatehouse/sca'
import type { Store } from '@gatehouse/store'
import { eachFinding } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import type { ScanSetup } from './scanner-registry.ts'

/** The single shard of an inventory scan. */
export const INVENTORY_SHARD = 'inventory'

/** Looks up stored packages. Keeps import results of an earlier scan, because the code is the same. */
export function inventoryScanner(
  inventory: Inventory,
  setup: ScanSetup,
  reach: ReadonlyMap<string, Reachability>,
): Scanner {
  return {
    name: 'SCA',
    plan: () => [{ id: INVENTORY_SHARD, files: [] }],
    async run(_shard, { signal }) {
      const result = await scanInventory(inventory, setup, signal)
      return { ...result, observations: result.observations.map((observation) => withReachability(observation, reach)) }
    },
  }
}

/** Import locations of a package, as reported by the dependency scanner. */
export interface Reachability {
  readonly reachable: boolean
  readonly importedAt?: unknown
  readonly importedThrough?: unknown
}

function withReachability(observation: Observation, reach: ReadonlyMap<string, Reachability>): Observation {
  const known = observation.metadata.purl === undefined ? undefined : reach.get(observation.metadata.purl)
  return known === undefined ? observation : { ...observation, metadata: { ...observation.metadata, ...known } }
}

/** Reads the import results of the inventory's scan from its findings, by package. */
export async function readReachability(store: Store, scan: ScanRow): Promise<ReadonlyMap<string, Reachability>> {
  const reach = new Map<string, Reachability>()
  if (scan.source.kind !== 'inventory') return reach
  for await (const batch of eachFinding(store, scan.organizationId, scan.source.scanId)) {
    for (const { details } of batch) {
      const { purl, reachable, importedAt, importedThrough } = (details['metadata'] ?? {}) as Readonly<
        Record<string, unknown>
      >
      if (typeof purl !== 'string' || typeof reachable !== 'boolean') continue
      reach.set(purl, {
        reachable,
        ...(importedAt === undefined ? {} : { importedAt }),
        ...(importedThrough === undefined ? {} : { importedThrough }),
      })
    }
  }
  return reach
}
