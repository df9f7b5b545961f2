import { gunzipSync, gzipSync } from 'node:zlib'
import type { AdvisoryCoverage, ScannerName } from '@gatehouse/contracts'
import type { CoverageGap, Inventory, Observation, ShardResult } from '@gatehouse/scan-engine'

/** Speed before size: it is read once and then deleted. */
const LEVEL = 1

/** An inventory as JSON has it. */
type StoredInventory = Omit<Inventory, 'dependencies'> & {
  readonly dependencies: readonly (readonly [from: string, to: readonly string[]])[]
}

/** Advisories in which packages were looked up. */
export interface LookedUpIn {
  readonly snapshot: string
  /** When they were imported, as ISO 8601 has it; absent for those of a service. */
  readonly importedAt?: string
  /** Number and age of the advisories for these packages; absent: not of this part. */
  readonly coverage?: AdvisoryCoverage | undefined
}

/** What came of a shard. */
export interface PartResult extends ShardResult {
  readonly lookedUpIn?: LookedUpIn
  /** Whose it is. */
  readonly scanner?: ScannerName
  /** Whether all of it was done. Absent: the database tells it of the shard. */
  readonly isWhole?: boolean
  /** It is of no shard: all of them together show it. */
  readonly ends?: true
}

/** What a shard has seen, as the database keeps it until the scan is over. */
export function packResult({ observations, gaps, inventory, lookedUpIn, scanner, carry }: PartResult): Buffer {
  const packages = inventory === undefined ? {} : { inventory: stored(inventory) }
  const more = { ...(scanner === undefined ? {} : { scanner }), ...(carry === undefined ? {} : { carry }) }
  return pack({ observations, gaps, ...packages, ...more, ...(lookedUpIn === undefined ? {} : { lookedUpIn }) }, LEVEL)
}

export function unpackResult(packed: Buffer): PartResult {
  // Only what packResult wrote is ever stored there.
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

/** Unpacks results one after the other. */
export async function* eachResult(packed: AsyncIterable<Buffer>): AsyncGenerator<PartResult> {
  for await (const one of packed) yield unpackResult(one)
}

/** The packages of a scan, as the database keeps them as long as the scan. */
export function packInventory(inventory: Inventory): Buffer {
  return pack(stored(inventory))
}

export function unpackInventory(packed: Buffer): Inventory {
  // Only what packInventory wrote is ever stored there.
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
