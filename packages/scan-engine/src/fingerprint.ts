import { createHash } from 'node:crypto'
import { compareText, identityHashInput, type MergedObservation } from './merge.ts'

/** What a later scan must know of a finding to recognise it. */
export interface KnownFinding {
  /** {@link identityOf} of it. */
  readonly identity: string
  readonly fingerprint: string
  readonly filePath: string
  readonly startLine: number
}

export interface Fingerprinted {
  readonly observation: MergedObservation
  readonly identity: string
  readonly fingerprint: string
  /** What was known of it; absent: it never was there. */
  readonly known?: KnownFinding
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
  return observations.map((one) => result.get(one)!)
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
