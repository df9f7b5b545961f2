import { type Ecosystem, schemeOf } from '../versions/ecosystems.ts'
import type { VersionKey } from '../versions/keys.ts'
import { semverKey } from '../versions/schemes/semver.ts'

/** Range of versions of a package. */
export interface Interval {
  /** First version; default: unbounded. */
  readonly from?: string
  /** End; default: unbounded. */
  readonly to?: string
  /** Whether the end is inclusive: true for `last_affected`, not for `fixed`. */
  readonly closed?: true
  /** Compared by Semantic Versioning although the ecosystem orders versions otherwise. */
  readonly semver?: true
}

/** Version, prepared for evaluation against many records. */
export interface EvaluatedVersion {
  readonly text: string
  readonly key: VersionKey
  readonly semver: VersionKey
}

/** Interval by keys; without an end the key is absent. */
interface Keyed {
  readonly from: VersionKey
  readonly to: VersionKey | undefined
  readonly closed: boolean
}

/** Returns whether a version is in any of the intervals, in logarithmic time: a record may have many versions and many intervals. */
export function membership(
  intervals: readonly Interval[],
  ecosystem: Ecosystem | undefined,
): (version: EvaluatedVersion) => boolean {
  const bySemver = united(
    intervals.filter(({ semver }) => semver === true).map((interval) => keyed(interval, semverKey)),
  )
  const own = ecosystem === undefined ? [] : intervals.filter(({ semver }) => semver !== true)
  const byEcosystem = united(own.map((item) => keyed(item, (version) => keyOf(ecosystem, version))))
  return (version) => isWithin(byEcosystem, version.key) || isWithin(bySemver, version.semver)
}

/** Creates a function that returns the first interval with a version, for tests of many versions: the intervals are prepared once. */
export function intervalFinder(
  intervals: readonly Interval[],
  ecosystem: Ecosystem | undefined,
): (version: EvaluatedVersion) => Interval | undefined {
  const usable = intervals.filter(({ semver }) => semver === true || ecosystem !== undefined)
  const keys = usable.map((item) =>
    keyed(item, item.semver === true ? semverKey : (version) => keyOf(ecosystem, version)),
  )
  return (version) => {
    for (let at = 0; at < keys.length; at += 1) {
      const key = usable[at]?.semver === true ? version.semver : version.key
      const candidate = keys[at]
      if (candidate !== undefined && candidate.from <= key && !endsBefore(candidate, key)) return usable[at]
    }
    return undefined
  }
}

function keyed({ from, to, closed }: Interval, key: (version: string) => VersionKey): Keyed {
  // Nothing sorts before the empty key.
  return {
    from: from === undefined ? '' : key(from),
    to: to === undefined ? undefined : key(to),
    closed: closed === true,
  }
}

/** The same versions in intervals that neither meet nor overlap, earliest first. */
function united(intervals: Keyed[]): Keyed[] {
  const disjoint: Keyed[] = []
  for (const next of intervals.sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1))) {
    const last = disjoint.at(-1)
    if (last === undefined || endsBefore(last, next.from)) disjoint.push(next)
    else if (isLonger(next, last)) disjoint[disjoint.length - 1] = { ...next, from: last.from }
  }
  return disjoint
}

function endsBefore({ to, closed }: Keyed, key: VersionKey): boolean {
  return to !== undefined && (to < key || (to === key && !closed))
}

function isLonger(a: Keyed, b: Keyed): boolean {
  if (b.to === undefined) return false
  return a.to === undefined || a.to > b.to || (a.to === b.to && a.closed)
}

function isWithin(intervals: readonly Keyed[], key: VersionKey): boolean {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((intervals[middle]?.from ?? '') <= key) low = middle + 1
    else high = middle
  }
  const candidate = intervals[low - 1]
  return candidate !== undefined && !endsBefore(candidate, key)
}

/** Returns the key for evaluating advisories of an ecosystem; the version itself for an unknown order. */
export function keyOf(ecosystem: Ecosystem | undefined, version: string): VersionKey {
  if (ecosystem === undefined) return version
  const scheme = schemeOf(ecosystem)
  return (scheme.advisoryKey ?? scheme.key)(version)
}
