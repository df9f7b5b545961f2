import { createHash } from 'node:crypto'
import type { FindingStatus } from '@gatehouse/contracts/scans'
import { compareText, identityHashInput, type MergedObservation } from './merge.ts'

/** Data of a finding that later scans need to recognize it. */
export interface KnownFinding {
  /** {@link identityOf} of it. */
  readonly identity: string
  readonly fingerprint: string
  readonly filePath: string
  readonly startLine: number
  /** Triage status; default: none. */
  readonly status?: FindingStatus
  /** Latest scan that reported it; if absent, unknown. */
  readonly lastScanId?: string
}

export interface Fingerprinted {
  readonly observation: MergedObservation
  readonly identity: string
  readonly fingerprint: string
  /** Earlier state; if absent, the finding is new. */
  readonly known?: KnownFinding
}

/** Returns the digests under which stored findings of an observation may exist: its own, and those of observations that it replaces. */
export function identitiesOf(observation: Pick<MergedObservation, 'identity' | 'absorbed'>): readonly string[] {
  return [observation.identity, ...(observation.absorbed ?? [])].map((identity) => identityOf({ identity }))
}

/** Returns a digest of an observation's identity, without its location: 32 hexadecimal digits. */
export function identityOf(observation: Pick<MergedObservation, 'identity'>): string {
  return digest(identityHashInput(observation))
}

/**
 * Assigns a stable fingerprint to every observation: it survives moved lines, renamed files and reformatted code. Observations that differ
 * only in their location get a number. Findings of earlier scans are matched by path first, so that triage never passes to a duplicate
 * while both files exist. The rest is matched in order, as renamed files.
 *
 * @param observations sorted by location, merged
 * @param earlier all earlier findings with their latest location; empty for a first scan, whose fingerprints are the same everywhere
 * @param stays whether a file was skipped because it is unchanged: its known findings persist, and it was not renamed
 */
export function fingerprint(
  observations: readonly MergedObservation[],
  earlier: readonly KnownFinding[] = [],
  stays: (filePath: string) => boolean = () => false,
): readonly Fingerprinted[] {
  const known = Map.groupBy(earlier, (knownFinding) => knownFinding.identity)
  const groups = Map.groupBy(observations, identityOf)
  const result = new Map<MergedObservation, Fingerprinted>()
  for (const [identity, twins] of groups) {
    for (const fingerprintTwin of fingerprintTwins(identity, twins, known.get(identity) ?? [], stays))
      result.set(fingerprintTwin.observation, fingerprintTwin)
  }
  const used = new Set([...result.values()].flatMap((item) => item.known?.fingerprint ?? []))
  return observations.map((observation) => continued(result.get(observation)!, known, used))
}

/**
 * Continues the stored finding of a replaced observation if the observation's own is unknown, so that its triage is kept. An open finding
 * is preferred to a dismissed one, so that a decision about one rule does not hide another rule's report.
 */
function continued(
  found: Fingerprinted,
  known: ReadonlyMap<string, readonly KnownFinding[]>,
  used: Set<string>,
): Fingerprinted {
  const { observation, known: own } = found
  if (observation.absorbed === undefined || (own !== undefined && isOpen(own))) return found
  const others = identitiesOf(observation)
    .slice(1)
    .flatMap((identity) => known.get(identity) ?? [])
    .filter(({ filePath, fingerprint: mark }) => filePath === observation.filePath && !used.has(mark))
  const stored =
    own === undefined
      ? (others.find(isOpen) ?? others[0])
      : others.find((other) => isOpen(other) && other.lastScanId === own.lastScanId)
  if (stored === undefined) return found
  used.add(stored.fingerprint)
  return { observation, identity: stored.identity, fingerprint: stored.fingerprint, known: stored }
}

function isOpen({ status = 'OPEN' }: KnownFinding): boolean {
  return status === 'OPEN' || status === 'IN_PROGRESS'
}

function fingerprintTwins(
  identity: string,
  twins: readonly MergedObservation[],
  known: readonly KnownFinding[],
  stays: (filePath: string) => boolean,
): readonly Fingerprinted[] {
  const matches = matchTwins(twins, known, stays)
  const claimed = new Set(known.map((item) => item.fingerprint))
  let number = 0
  return twins.map((observation) => {
    const match = matches.get(observation)
    if (match !== undefined) return { observation, identity, fingerprint: match.fingerprint, known: match }
    let fresh: string
    // Numbers of removed findings are not reused: their triage must not apply to a new finding.
    do fresh = digest(JSON.stringify([identity, number++]))
    while (claimed.has(fresh))
    return { observation, identity, fingerprint: fresh }
  })
}

type Matches = Map<MergedObservation, KnownFinding>

/** Matches duplicates by path and line, then by path, then in order. */
function matchTwins(
  twins: readonly MergedObservation[],
  known: readonly KnownFinding[],
  stays: (filePath: string) => boolean,
): Matches {
  const matches: Matches = new Map()
  let left = known.toSorted(
    (a, b) =>
      compareText(a.filePath, b.filePath) || a.startLine - b.startLine || compareText(a.fingerprint, b.fingerprint),
  )
  for (const place of [locationKey, pathOf, anywhere]) {
    if (place === anywhere) left = left.filter(({ filePath }) => !stays(filePath))
    const open = Map.groupBy(left, place)
    for (const twin of twins) {
      if (matches.has(twin)) continue
      const match = open.get(place(twin))?.shift()
      if (match !== undefined) matches.set(twin, match)
    }
    const used = new Set(matches.values())
    left = left.filter((item) => !used.has(item))
  }
  return matches
}

type FindingLocation = Pick<KnownFinding, 'filePath' | 'startLine'>

const locationKey = ({ filePath, startLine }: FindingLocation): string => `${startLine} ${filePath}`
const pathOf = ({ filePath }: FindingLocation): string => filePath
const anywhere = (): string => ''

const FINGERPRINT_CHARS = 32

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_CHARS)
}
