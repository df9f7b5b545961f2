import { gunzipSync, gzipSync } from 'node:zlib'
import type { CoverageGap, Inventory, Observation, ShardResult } from '@gatehouse/scanners'

/** Speed before size: it is read once and then deleted. */
const LEVEL = 1

/** An inventory as JSON has it. */
type StoredInventory = Omit<Inventory, 'dependencies'> & {
  readonly dependencies: readonly (readonly [from: string, to: readonly string[]])[]
}

/** What a shard has seen, as the database keeps it until the scan is over. */
export function packResult({ observations, gaps, inventory }: ShardResult): Buffer {
  return pack({ observations, gaps, ...(inventory === undefined ? {} : { inventory: stored(inventory) }) }, LEVEL)
}

export function unpackResult(packed: Buffer): ShardResult {
  // Only what packResult wrote is ever stored there.
  const { observations, gaps, inventory } = unpack(packed) as {
    observations: readonly Observation[]
    gaps: readonly CoverageGap[]
    inventory?: StoredInventory
  }
  return { observations, gaps, ...(inventory === undefined ? {} : { inventory: restored(inventory) }) }
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
