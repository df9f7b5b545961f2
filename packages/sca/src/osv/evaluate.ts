import { type Ecosystem, ecosystemOf, schemeOf } from '../versions/ecosystems.ts'
import type { VersionKey } from '../versions/keys.ts'
import { type EvaluatedVersion, type Interval, intervalFinder, keyOf, membership } from './membership.ts'
import { semverKey } from '../versions/schemes/semver.ts'
import type { OsvAffected, OsvEvent, OsvRange } from './record.ts'

/** Versions of one package that a record affects: intervals, and listed versions. */
export interface AffectedVersions {
  readonly intervals: readonly Interval[]
  /** Without those in an interval. */
  readonly versions: readonly string[]
}

/** The version before all others, as OSV writes it. */
const FIRST = '0'
/** A limit that limits nothing. */
const NO_LIMIT = '*'

/** Reads a version once for many evaluations. An ecosystem that we cannot order only matches listed versions. */
export function evaluatedVersion(ecosystem: string, version: string): EvaluatedVersion {
  return { text: version, key: keyOf(ecosystemOf(ecosystem), version), semver: semverKey(version) }
}

/**
 * Compiles the affected versions of a record: ranges become intervals, and lists keep only versions outside of intervals. Commit ranges
 * are left out: they contain no versions.
 */
export function compileAffected(affected: OsvAffected): AffectedVersions {
  const name = affected.package?.ecosystem ?? ''
  const ecosystem = ecosystemOf(name)
  const intervals = affected.ranges.flatMap((range) => intervalsOf(range, ecosystem))
  const isHeld = membership(intervals, ecosystem)
  const versions = [...new Set(affected.versions)].filter((version) => !isHeld(evaluatedVersion(name, version)))
  return { intervals, versions }
}

/** Whether a record affects a version, with the matching interval; none when the version is listed. */
export interface VersionMatch {
  readonly affected: boolean
  readonly interval?: Interval
}

const NOT_MEANT: VersionMatch = { affected: false }
const LISTED: VersionMatch = { affected: true }

/** Compiles a record's statement about a package for tests of many versions. */
export function affectedTest(
  affected: AffectedVersions,
  ecosystem: string,
): (version: EvaluatedVersion) => VersionMatch {
  const ordered = ecosystemOf(ecosystem)
  const find = intervalFinder(affected.intervals, ordered)
  const texts = new Set(affected.versions)
  const keys = new Set(ordered === undefined ? [] : affected.versions.map((version) => keyOf(ordered, version)))
  return (version) => {
    const interval = find(version)
    if (interval !== undefined) return { affected: true, interval }
    return texts.has(version.text) || keys.has(version.key) ? LISTED : NOT_MEANT
  }
}

/** Tests one version against a record; {@link affectedTest} is for many. */
export function affects(affected: AffectedVersions, ecosystem: string, version: EvaluatedVersion): VersionMatch {
  return affectedTest(affected, ecosystem)(version)
}

function intervalsOf(range: OsvRange, ecosystem: Ecosystem | undefined): Interval[] {
  if (range.type !== 'SEMVER' && range.type !== 'ECOSYSTEM') return []
  const semver = range.type === 'SEMVER' && !ordersBySemver(ecosystem)
  if (!semver && ecosystem === undefined) return []
  const key = semver ? semverKey : (version: string) => keyOf(ecosystem, version)
  const intervals: Interval[] = []
  let open: Interval | undefined
  for (const event of inOrder(range.events, key)) {
    if (event.introduced !== undefined) {
      open ??= { ...(event.introduced !== FIRST && { from: event.introduced }), ...(semver && { semver }) }
    } else if (open !== undefined && event.end !== undefined) {
      intervals.push({ ...open, to: event.end, ...(event.closed && { closed: true as const }) })
      open = undefined
    }
  }
  if (open !== undefined) intervals.push(open)
  return limited(intervals, range.events, key)
}

/** Returns whether an ecosystem uses the order of Semantic Versioning, or a refinement. */
function ordersBySemver(ecosystem: Ecosystem | undefined): boolean {
  if (ecosystem === undefined) return false
  const { key } = schemeOf(ecosystem)
  return key === semverKey || ecosystem === 'Go' || ecosystem === 'Pub'
}

/** A turn in a range: versions become affected, or cease to be. */
interface RangeEvent {
  readonly key: VersionKey
  readonly introduced?: string
  readonly end?: string
  readonly closed?: boolean
}

/** Sorts by version; for equal versions an inclusive end follows a beginning, and others keep their order. */
function inOrder(events: readonly OsvEvent[], key: (version: string) => VersionKey): RangeEvent[] {
  return events.flatMap((event) => rangeEvents(event, key)).sort(compareRangeEvents)
}

function rangeEvents(event: OsvEvent, key: (version: string) => VersionKey): RangeEvent[] {
  const turns: RangeEvent[] = []
  const { introduced, fixed, last_affected: last } = event
  // Nothing sorts before the empty key, not even 0.0.0-0.
  if (introduced !== undefined) turns.push({ key: introduced === FIRST ? '' : key(introduced), introduced })
  if (fixed !== undefined) turns.push({ key: key(fixed), end: fixed, closed: false })
  if (last !== undefined) turns.push({ key: key(last), end: last, closed: true })
  return turns
}

function compareRangeEvents(a: RangeEvent, b: RangeEvent): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return Number(a.closed ?? false) - Number(b.closed ?? false)
}

/** Restricts intervals to versions before any of the limits, if there are limits. */
function limited(intervals: Interval[], events: readonly OsvEvent[], key: (version: string) => VersionKey): Interval[] {
  const limits = events.flatMap(({ limit }) => (limit === undefined ? [] : [limit]))
  const [first, ...others] = limits
  if (first === undefined || limits.includes(NO_LIMIT)) return intervals
  // Before any of them is before the last of them.
  const limit = others.reduce((last, other) => (key(other) > key(last) ? other : last), first)
  return intervals.flatMap((interval) => {
    if (interval.from !== undefined && key(interval.from) >= key(limit)) return []
    if (interval.to !== undefined && key(interval.to) < key(limit)) return [interval]
    const { closed: _closed, ...rest } = interval
    return [{ ...rest, to: limit }]
  })
}
