import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts'
import type { Observation } from './observation.ts'

/** One thing at one place, whoever saw it. */
export interface MergedObservation extends Observation {
  /** All scanners that saw it, the one whose words are shown first. */
  readonly seenBy: readonly ScannerName[]
}

/**
 * Makes one of observations that are about the same thing at the same line. The most severe speaks, then the surest, then the
 * first by the scanner's name, so that the order of the shards does not matter.
 * @returns in the order of their places
 */
export function mergeObservations(
  observations: readonly (Observation | MergedObservation)[],
): readonly MergedObservation[] {
  const groups = Map.groupBy(withoutYielding(observations), (one) =>
    JSON.stringify([one.filePath, one.startLine, identityHashInput(one)]),
  )
  return [...groups.values()].map(merged).sort(byPlace)
}

/** Leaves out what a flow of data says better: the same weakness in the same lines, with the way to it. */
function withoutYielding<Seen extends Observation>(observations: readonly Seen[]): readonly Omit<Seen, 'yields'>[] {
  const weakness = ({ filePath, cweId }: Observation): string => JSON.stringify([filePath, cweId])
  const flows = Map.groupBy(
    observations.filter(({ metadata, suppression }) => metadata.dataFlow !== undefined && suppression === undefined),
    weakness,
  )
  return observations.flatMap((one) => {
    const { yields, ...said } = one
    if (yields !== true) return [one]
    const inLines = ({ startLine, endLine }: Observation): boolean =>
      startLine <= one.endLine && endLine >= one.startLine
    return flows.get(weakness(one))?.some(inLines) === true ? [] : [said]
  })
}

/** What the identity of an observation is made of; equal texts are equal identities. */
export function identityHashInput({ identity }: Pick<Observation, 'identity'>): string {
  return JSON.stringify(identity)
}

function merged(group: readonly (Observation | MergedObservation)[]): MergedObservation {
  const ranked = group.toSorted(
    (a, b) =>
      FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
      b.confidence - a.confidence ||
      compareText(a.scanner, b.scanner) ||
      compareText(a.ruleId, b.ruleId),
  )
  const first = ranked[0]!
  const seenBy = [...new Set(ranked.flatMap((one) => ('seenBy' in one ? one.seenBy : [one.scanner])))]
  const { suppression: _own, ...shown } = first
  // A comment that names one rule says nothing of what another scanner saw at the same place.
  const isSuppressed = group.every(({ suppression }) => suppression !== undefined)
  return {
    ...shown,
    metadata: Object.assign({}, ...ranked.toReversed().map(({ metadata }) => metadata)),
    seenBy,
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
