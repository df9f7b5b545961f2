import { FINDING_SEVERITIES } from '@gatehouse/contracts'
import { affects, type AffectedVersions, evaluatedVersion } from '../osv/evaluate.ts'
import type { Interval } from '../osv/membership.ts'
import { rateCvss, type Rating } from '../osv/severity.ts'
import { fixedVersions } from '../osv/upgrade.ts'
import { ecosystemOf } from '../versions/ecosystems.ts'
import { compareVersions } from '../versions/versions.ts'
import type { ExploitPrediction, KnownExploited } from './exploitation.ts'
import type { StoredEntry } from './snapshot/entry.ts'

/** One vulnerability that a version of a package has, however many databases describe it. */
export interface AdvisoryMatch {
  /** The name for it that stays whatever databases are imported, e.g. its number at GitHub. */
  readonly id: string
  /** All names of it, that one first. */
  readonly names: readonly string[]
  /** The records that mean the version; each can be read in full. */
  readonly records: readonly string[]
  /** The highest that any of those records gives; absent where none says how severe it is. */
  readonly rating: Rating | undefined
  /** The versions that fix it for someone on this version, earliest first; empty when none is known. */
  readonly fixedVersions: readonly string[]
  /** What the records say of the package: what a safe upgrade is computed from. */
  readonly affected: readonly AffectedVersions[]
  /** Whether the package is an attack rather than weak. */
  readonly malicious: boolean
  readonly kev: KnownExploited | undefined
  readonly epss: ExploitPrediction | undefined
}

/** Prefix of the records of packages that are attacks. */
const MALICIOUS = 'MAL-'

/** An entry that means the version, with the interval that says so; none where the version is listed. */
export interface Hit {
  readonly entry: StoredEntry
  readonly interval: Interval | undefined
}

/** The entries that mean a version in a release of an ecosystem. */
export function hitsOf(entries: readonly StoredEntry[], ecosystem: string, version: string): Hit[] {
  const evaluated = evaluatedVersion(ecosystem, version)
  return entries.flatMap((entry) => {
    if (!isSameRelease(entry.ecosystem, ecosystem)) return []
    const { affected, interval } = affects(entry.affected, ecosystem, evaluated)
    return affected ? [{ entry, interval }] : []
  })
}

/**
 * Whether an advisory for one release speaks of a package in another: `Ubuntu:22.04:LTS` does of `Ubuntu:22.04`. Where one of
 * the two names no release, nothing says that it does not.
 */
function isSameRelease(one: string, other: string): boolean {
  const [, ...a] = one.split(':')
  const [, ...b] = other.split(':')
  return a.slice(0, b.length).every((part, at) => part === b[at])
}

/** One match from the hits on one alias set. */
export function mergeHits(
  hits: readonly Hit[],
  ecosystem: string,
  version: string,
  known: Pick<AdvisoryMatch, 'id' | 'names' | 'kev' | 'epss'>,
): AdvisoryMatch {
  const records = [...new Set(hits.map(({ entry }) => entry.id))].sort()
  return {
    ...known,
    records,
    rating: highest(hits.map(({ entry }) => entry)),
    fixedVersions: fixesFor(hits, ecosystem, version),
    affected: hits.map(({ entry }) => entry.affected),
    malicious: [...records, ...known.names].some((name) => name.startsWith(MALICIOUS)),
  }
}

/** Ends of the intervals that the version is in; where it is listed, every fix that comes later. */
function fixesFor(hits: readonly Hit[], ecosystem: string, version: string): string[] {
  const ordered = ecosystemOf(ecosystem)
  const ending = hits.map(({ entry, interval }): AffectedVersions => {
    return interval === undefined ? entry.affected : { intervals: [interval], versions: [] }
  })
  return fixedVersions(ecosystem, ending).filter(
    (fixed) => ordered === undefined || compareVersions(ordered, fixed, version) > 0,
  )
}

/** By the word, then by the score. */
function highest(entries: readonly StoredEntry[]): Rating | undefined {
  const ratings = entries.flatMap(({ severity, vector }): Rating[] => {
    if (severity === undefined) return []
    const cvss = vector === undefined ? undefined : rateCvss(vector)
    return [{ severity, ...(cvss !== undefined && { cvss }) }]
  })
  return ratings.sort((a, b) => rankOf(a) - rankOf(b) || (b.cvss?.score ?? 0) - (a.cvss?.score ?? 0))[0]
}

function rankOf({ severity }: Rating): number {
  return FINDING_SEVERITIES.indexOf(severity)
}
