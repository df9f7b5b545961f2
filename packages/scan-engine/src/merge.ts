import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts/scans'
import { consolidate, type Consolidated, scannersOf } from './consolidate.ts'
import type { Observation } from './observation.ts'

/** Observation at one location, merged over scanners. */
export interface MergedObservation extends Observation {
  /** All scanners that reported it, starting with the scanner of the displayed text. */
  readonly seenBy: readonly ScannerName[]
}

/**
 * Merges observations about the same subject at the same line, or about the same weakness of one value. The text comes from the most
 * severe, then the most confident, then the first by scanner name, so that the order of shards does not matter.
 * @returns sorted by location
 */
export function mergeObservations(
  observations: readonly (Observation | MergedObservation)[],
): readonly MergedObservation[] {
  const groups = Map.groupBy(consolidate(observations), (consolidated) =>
    JSON.stringify([consolidated.filePath, consolidated.startLine, identityHashInput(consolidated)]),
  )
  return [...groups.values()].map(merged).sort(byLocation)
}

/** Returns the identity of an observation as text; equal texts are equal identities. */
export function identityHashInput({ identity }: Pick<Observation, 'identity'>): string {
  return JSON.stringify(identity)
}

function merged(group: readonly Consolidated<Observation | MergedObservation>[]): MergedObservation {
  const ranked = group.toSorted(
    (a, b) =>
      FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
      b.confidence - a.confidence ||
      compareText(a.scanner, b.scanner) ||
      compareText(a.ruleId, b.ruleId),
  )
  const first = ranked[0]!
  const seenBy = [...new Set(ranked.flatMap(scannersOf))]
  const { suppression: _own, absorbed: _absorbed, ...shown } = first
  const absorbed = ranked.flatMap((item) => item.absorbed ?? [])
  // A comment that names one rule does not suppress another scanner's observation at the same location.
  const isSuppressed = group.every(({ suppression }) => suppression !== undefined)
  return {
    ...shown,
    metadata: Object.assign({}, ...ranked.toReversed().map(({ metadata }) => metadata)),
    seenBy,
    ...(absorbed.length > 0 && { absorbed }),
    ...(isSuppressed && { suppression: first.suppression! }),
  }
}

/** Compares findings by location: by path, line, column, rule, and identity. */
export function byLocation(a: Observation, b: Observation): number {
  return (
    compareText(a.filePath, b.filePath) ||
    a.startLine - b.startLine ||
    (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
    compareText(a.ruleId, b.ruleId) ||
    compareText(identityHashInput(a), identityHashInput(b))
  )
}

/** By code units, so that every machine agrees. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
