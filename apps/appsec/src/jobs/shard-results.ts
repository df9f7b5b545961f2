import { gunzipSync, gzipSync } from 'node:zlib'
import type { AdvisoryCoverage, ScannerName } from '@gatehouse/contracts/scans'
import type { CoverageGap, Inventory, Observation, ShardResult } from '@gatehouse/scan-engine'

/** Fast compression: the result is read once and then deleted. */
const LEVEL = 1

/** JSON form of an inventory. */
type StoredInventory = Omit<Inventory, 'dependencies'> & {
  readonly dependencies: readonly (readonly [from: string, to: readonly string[]])[]
}

/** Advisories in which packages were looked up. */
export interface LookedUpIn {
  readonly snapshot: string
  /** Import time in ISO 8601; absent for an online service. */
  readonly importedAt?: string
  /** Number and age of the advisories for these packages. Absent if another part reports them. */
  readonly coverage?: AdvisoryCoverage | undefined
}

/** Result of a shard. */
export interface PartResult extends ShardResult {
  readonly lookedUpIn?: LookedUpIn
  /** Scanner of the shard. */
  readonly scanner?: ScannerName
  /** Whether the shard was completed. If absent, the database state applies. */
  readonly isWhole?: boolean
  /** Result of all shards together. */
  readonly ends?: true
}

/** Serializes a shard result. The database stores it until the scan ends. */
export function packResult({ observations, gaps, inventory, lookedUpIn, scanner, carry }: PartResult): Buffer {
  const packages = inventory === undefined ? {} : { inventory: stored(inventory) }
  const more = { ...(scanner === undefined ? {} : { scanner }), ...(carry === undefined ? {} : { carry }) }
  return pack({ observations, gaps, ...packages, ...more, ...(lookedUpIn === undefined ? {} : { lookedUpIn }) }, LEVEL)
}

export function unpackResult(packed: Buffer): PartResult {
  // Only packResult writes this column.
  const { inventory, ...result } = unpack(packed) as {
    observations: readonly Observation[]
    gaps: readonly CoverageGap[]
    inventory?: StoredInventory
    lookedUpIn?: LookedUpIn
    scanner?: ScannerName
    carry?: readonly string[]
  }
  return { ...result, ...(inventory === undefined ? {} : { inventory: restored(inventory) }) }
}

/** Deserializes results one at a time. */
export async function* eachResult(packed: AsyncIterable<Buffer>): AsyncGenerator<PartResult> {
  for await (const item of packed) yield unpackResult(item)
}

/** Serializes the packages of a scan. The database stores them as long as the scan. */
export function packInventory(inventory: Inventory): Buffer {
  return pack(stored(inventory))
}

export function unpackInventory(packed: Buffer): Inventory {
  // Only packInventory writes this column.
  return restored(unpack(packed) as StoredInventory)
}

function stored({ dependencies, ...inventory }: Inventory): StoredInventory {
  return { ...inventory, dependencies: [...dependencies] }
}

function restored({ dependencies, ...inventory }: StoredInventory): Inventory {
  return { ...inventory, dependencies: new Map(dependencies) }
}

function pack(value: object, level?: number): Buffer {
  return gzipSync(JSON.stringify(value), level === undefined ? {} : { level })
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(gunzipSync(packed).toString())
}
