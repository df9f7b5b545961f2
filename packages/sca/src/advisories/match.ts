import { FINDING_SEVERITIES } from '@gatehouse/contracts/scans'
import { affectedTest, type AffectedVersions, evaluatedVersion, type VersionMatch } from '../osv/evaluate.ts'
import type { EvaluatedVersion, Interval } from '../osv/membership.ts'
import { rateCvss, type Rating } from '../osv/severity.ts'
import { fixedVersions, spelledLike } from '../osv/upgrade.ts'
import { ecosystemOf } from '../versions/ecosystems.ts'
import { compareVersions } from '../versions/versions.ts'
import type { ExploitPrediction, KnownExploited } from './exploitation.ts'
import type { StoredEntry } from './snapshot/entry.ts'

/** Vulnerability of a package version, merged over all databases. */
export interface AdvisoryMatch {
  /** Most stable id when databases are added: GitHub's if any record has one. */
  readonly id: string
  /** All ids, that one first. */
  readonly names: readonly string[]
  /** Records that affect the version; each can be read in full. */
  readonly records: readonly string[]
  /** Highest rating of these records; absent when none has a severity. */
  readonly rating: Rating | undefined
  /** Versions that fix it for this version, earliest first; empty when unknown. */
  readonly fixedVersions: readonly string[]
  /** Statements of the records about the package: input for the computation of safe upgrades. */
  readonly affected: readonly AffectedVersions[]
  /** Whether the package is an attack rather than weak. */
  readonly malicious: boolean
  readonly kev: KnownExploited | undefined
  readonly epss: ExploitPrediction | undefined
}

/** Prefix of the records of packages that are attacks. */
const MALICIOUS = 'MAL-'

/** Facts about an alias set in addition to its records about a package. */
export type KnownSet = Pick<AdvisoryMatch, 'id' | 'names' | 'kev' | 'epss'>

/** Whether a vulnerability is exploited, or will be. */
export type Exploitation = Pick<AdvisoryMatch, 'kev' | 'epss'>

/** Entry that is prepared for many versions. */
export interface ReadyEntry extends StoredEntry {
  readonly known: KnownSet
  readonly rating: Rating | undefined
  readonly means: (version: EvaluatedVersion) => VersionMatch
}

/** Precomputes the parts of an entry that every version needs. */
export function readyEntry(entry: StoredEntry, known: KnownSet): ReadyEntry {
  const cvss = entry.vector === undefined ? undefined : rateCvss(entry.vector)
  return {
    ...entry,
    known,
    rating: entry.severity && { severity: entry.severity, ...(cvss !== undefined && { cvss }) },
    means: affectedTest(entry.affected, entry.ecosystem),
  }
}

/** Entry that affects the version, with the matching interval; none when the version is listed. */
interface Hit {
  readonly entry: ReadyEntry
  readonly interval: Interval | undefined
}

/** The vulnerabilities of a version in a release of an ecosystem, each once, in the order of their names. */
export function matchVersion(entries: readonly ReadyEntry[], ecosystem: string, version: string): AdvisoryMatch[] {
  if (entries.length === 0) return []
  const evaluated = evaluatedVersion(ecosystem, version)
  const sets = new Map<string, Hit[]>()
  for (const entry of entries) {
    if (!isSameRelease(entry.ecosystem, ecosystem)) continue
    const { affected, interval } = entry.means(evaluated)
    if (!affected) continue
    const hits = sets.get(entry.known.id)
    if (hits === undefined) sets.set(entry.known.id, [{ entry, interval }])
    else hits.push({ entry, interval })
  }
  const matches = [...sets.values()].map((hits) => mergeHits(hits, ecosystem, version))
  return matches.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Returns whether an advisory for one release applies to a package of another: `Ubuntu:22.04:LTS` applies to `Ubuntu:22.04`. A missing
 * release applies to all.
 */
export function isSameRelease(one: string, other: string): boolean {
  if (one === other) return true
  const [, ...a] = one.split(':')
  const [, ...b] = other.split(':')
  return a.slice(0, b.length).every((part, at) => part === b[at])
}

/** Merges the hits of one alias set into one match. */
function mergeHits(hits: readonly Hit[], ecosystem: string, version: string): AdvisoryMatch {
  const [first] = hits
  const known = first?.entry.known ?? { id: '', names: [], kev: undefined, epss: undefined }
  const records = [...new Set(hits.map(({ entry }) => entry.id))].sort()
  return {
    ...known,
    records,
    rating: highest(hits.map(({ entry }) => entry)),
    fixedVersions: fixesFor(hits, ecosystem, version),
    affected: hits.map(({ entry }) => entry.affected),
    malicious: records.concat(known.names).some((name) => name.startsWith(MALICIOUS)),
  }
}

/** Returns the ends of the intervals that contain the version; for a listed version, every later fix. */
function fixesFor(hits: readonly Hit[], ecosystem: string, version: string): string[] {
  const listed = hits.flatMap(({ entry, interval }) => (interval === undefined ? [entry.affected] : []))
  const ends = hits.flatMap(({ interval }) => (interval === undefined ? [] : [interval]))
  const fixes = fixedVersions(ecosystem, [{ intervals: ends, versions: [] }, ...listed]).map((fixed) =>
    spelledLike(ecosystem, version, fixed),
  )
  const ordered = ecosystemOf(ecosystem)
  if (listed.length === 0 || ordered === undefined) return fixes
  return fixes.filter((fixed) => compareVersions(ordered, fixed, version) > 0)
}

/** By the word, then by the score. */
function highest(entries: readonly ReadyEntry[]): Rating | undefined {
  const ratings = entries.flatMap(({ rating }) => rating ?? [])
  return ratings.sort((a, b) => rankOf(a) - rankOf(b) || (b.cvss?.score ?? 0) - (a.cvss?.score ?? 0))[0]
}

function rankOf({ severity }: Rating): number {
  return FINDING_SEVERITIES.indexOf(severity)
}
