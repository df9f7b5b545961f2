import type { ScannerName } from '@gatehouse/contracts/scans'
import type { MergedObservation } from '@gatehouse/scan-engine'
import type { ScannerStates } from '@gatehouse/store/scans'

/** Result of a scanner at the end of a scan. */
export interface ScannerEnd {
  readonly scanner: ScannerName
  readonly findings: number
  readonly isWhole: boolean
}

/** Counts displayed findings per scanner, after merging duplicates of several shards or scanners. */
export function countedProgress(progress: ScannerStates, observations: readonly MergedObservation[]): ScannerStates {
  const counts = new Map<string, number>()
  for (const { seenBy } of observations) for (const name of seenBy) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries(
    Object.entries(progress).map(([name, state]) => [name, { ...state, findingsCount: counts.get(name) ?? 0 }]),
  )
}

/** Merges end-of-scan results into the progress. */
export function withEndsIn(progress: ScannerStates, ends: readonly ScannerEnd[]): ScannerStates {
  const changed = ends.flatMap(({ scanner, findings, isWhole }) => {
    const state = progress[scanner]
    if (state === undefined) return []
    const status = isWhole ? state.status : 'FAILED'
    return [[scanner, { ...state, status, findingsCount: state.findingsCount + findings }] as const]
  })
  return { ...progress, ...Object.fromEntries(changed) }
}
