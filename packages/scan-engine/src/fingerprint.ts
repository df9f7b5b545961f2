import { createHash } from 'node:crypto'
import type { FindingStatus } from '@gatehouse/contracts'
import { compareText, identityHashInput, type MergedObservation } from './merge.ts'

/** What a later scan must know of a finding to recognise it. */
export interface KnownFinding {
  /** {@link identityOf} of it. */
  readonly identity: string
  readonly fingerprint: string
  readonly filePath: string
  readonly startLine: number
  /** What people said of it; absent: nothing. */
  readonly status?: FindingStatus
  /** The scan that reported it last; absent: not known. */
  readonly lastScanId?: string
}

export interface Fingerprinted {
  readonly observation: MergedObservation
  readonly identity: string
  readonly fingerprint: string
  /** What was known of it; absent: it never was there. */
  readonly known?: KnownFinding
}

/** Digests under which stored findings of an observation may be known: its own, and those of observations that it stands for. */
export function identitiesOf(observation: Pick<MergedObservation, 'identity' | 'absorbed'>): readonly string[] {
  return [observation.identity, ...(observation.absorbed ?? [])].map((identity) => identityOf({ identity }))
}

/** A digest of what an observation is about, without its place: 32 hexadecimal digits. */
export function identityOf(observation: Pick<MergedObservation, 'identity'>): string {
  return digest(identityHashInput(observation))
}

/**
 * Gives every observation a fingerprint that it keeps while it lives: when lines move, files are renamed and code is
 * reformatted. Things that are equal but for their place are told apart by a number. Those of an earlier scan are found again
 * by their path first, so that the judgement of one never passes to its twin while both files stay; what is left over is
 * matched in order, as files that were renamed.
 *
 * @param observations in the order of their places, merged
 * @param earlier every finding that was ever known here, with its last place; empty for a first scan, which makes the same
 *   fingerprints wherever it runs
 * @param stays   whether a file was not looked at because it is as it was: what is known of it is there still, and was not renamed
 */
export function fingerprint(
  observations: readonly MergedObservation[],
  earlier: readonly KnownFinding[] = [],
  stays: (filePath: string) => boolean = () => false,
): readonly Fingerprinted[] {
  const known = Map.groupBy(earlier, (one) => one.identity)
  const groups = Map.groupBy(observations, identityOf)
  const result = new Map<MergedObservation, Fingerprinted>()
  for (const [identity, twins] of groups) {
    for (const one of fingerprintTwins(identity, twins, known.get(identity) ?? [], stays))
      result.set(one.observation, one)
  }
  const used = new Set([...result.values()].flatMap((one) => one.known?.fingerprint ?? []))
  return observations.map((one) => continued(result.get(one)!, known, used))
}

/**
 * A finding that stands for others as the stored finding of one of them, where its own is not known: what people said of that one
 * stays. An open one goes before one that was dismissed, so that no decision about one rule hides what another rule reported.
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
      : others.find((one) => isOpen(one) && one.lastScanId === own.lastScanId)
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
  const taken = new Set(known.map((one) => one.fingerprint))
  let number = 0
  return twins.map((observation) => {
    const match = matches.get(observation)
    if (match !== undefined) return { observation, identity, fingerprint: match.fingerprint, known: match }
    let fresh: string
    // The number of a finding that went away is not given again: a judgement of the old one must not fall on a new one.
    do fresh = digest(JSON.stringify([identity, number++]))
    while (taken.has(fresh))
    return { observation, identity, fingerprint: fresh }
  })
}

type Matches = Map<MergedObservation, KnownFinding>

/** By path and line, then by path, then whatever is left: each time the n-th with the n-th, as things move together. */
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
  for (const place of [placeOf, pathOf, anywhere]) {
    if (place === anywhere) left = left.filter(({ filePath }) => !stays(filePath))
    const open = Map.groupBy(left, place)
    for (const one of twins) {
      if (matches.has(one)) continue
      const match = open.get(place(one))?.shift()
      if (match !== undefined) matches.set(one, match)
    }
    const used = new Set(matches.values())
    left = left.filter((one) => !used.has(one))
  }
  return matches
}

type Place = Pick<KnownFinding, 'filePath' | 'startLine'>

const placeOf = ({ filePath, startLine }: Place): string => `${startLine} ${filePath}`
const pathOf = ({ filePath }: Place): string => filePath
const anywhere = (): string => ''

const FINGERPRINT_CHARS = 32

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_CHARS)
}
