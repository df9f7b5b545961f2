import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts'
import { consolidate, type Consolidated, scannersOf } from './consolidate.ts'
import type { Observation } from './observation.ts'

/** One thing at one place, whoever saw it. */
export interface MergedObservation extends Observation {
  /** All scanners that saw it, the one whose words are shown first. */
  readonly seenBy: readonly ScannerName[]
}

/**
 * Makes one of observations that are about the same thing at the same line, or about the same weakness of one value. The most
 * severe speaks, then the surest, then the first by the scanner's name, so that the order of the shards does not matter.
 * @returns in the order of their places
 */
export function mergeObservations(
  observations: readonly (Observation | MergedObservation)[],
): readonly MergedObservation[] {
  const groups = Map.groupBy(consolidate(observations), (one) =>
    JSON.stringify([one.filePath, one.startLine, identityHashInput(one)]),
  )
  return [...groups.values()].map(merged).sort(byPlace)
}

/** What the identity of an observation is made of; equal texts are equal identities. */
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
  const absorbed = ranked.flatMap((one) => one.absorbed ?? [])
  // A comment that names one rule says nothing of what another scanner saw at the same place.
  const isSuppressed = group.every(({ suppression }) => suppression !== undefined)
  return {
    ...shown,
    metadata: Object.assign({}, ...ranked.toReversed().map(({ metadata }) => metadata)),
    seenBy,
    ...(absorbed.length > 0 && { absorbed }),
    ...(isSuppressed && { suppression: first.suppression! }),
  }
}

/** Order of findings in a list of places: by path, line, column, rule, and what they are about. */
export function byPlace(a: Observation, b: Observation): number {
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
