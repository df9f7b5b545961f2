import { gunzipSync, gzipSync } from 'node:zlib'
import type { CoverageGap, Observation, ShardResult } from '@gatehouse/scanners'

/** Speed before size: it is read once and then deleted. */
const LEVEL = 1

/** What a shard has seen, as the database keeps it until the scan is over. */
export function packResult({ observations, gaps }: ShardResult): Buffer {
  return gzipSync(JSON.stringify({ observations, gaps }), { level: LEVEL })
}

export function unpackResult(packed: Buffer): ShardResult {
  // Only what packResult wrote is ever stored there.
  return JSON.parse(gunzipSync(packed).toString()) as {
    observations: readonly Observation[]
    gaps: readonly CoverageGap[]
  }
}
