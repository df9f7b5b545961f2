import { z } from 'zod'
import { FINDING_SEVERITIES } from '@gatehouse/contracts/scans'
import type { AffectedVersions } from '../../osv/evaluate.ts'
import type { Interval } from '../../osv/membership.ts'
import type { Rating } from '../../osv/severity.ts'

/** Statement of one record about one package, in compact form. */
export interface PackageEntry {
  /** The record. */
  readonly id: string
  /** Ecosystem with its release, if the record names one, e.g. `Debian:12`. */
  readonly ecosystem: string
  readonly affected: AffectedVersions
  readonly rating: Rating | undefined
}

// Written as [id, ecosystem, intervals, versions, severity, vector]; an interval as [from, to, flags].
const CLOSED = 1
const SEMVER = 2
const IntervalForm = z.tuple([z.string().nullable(), z.string().nullable(), z.number()])
const EntryForm = z.tuple([
  z.string(),
  z.string(),
  z.array(IntervalForm),
  z.array(z.string()),
  z.enum(FINDING_SEVERITIES).nullable(),
  z.string().nullable(),
])
const Entries = z.array(EntryForm)

export function writeEntry({ id, ecosystem, affected, rating }: PackageEntry): string {
  const intervals = affected.intervals.map(({ from, to, closed, semver }) => [
    from ?? null,
    to ?? null,
    (closed === true ? CLOSED : 0) + (semver === true ? SEMVER : 0),
  ])
  return JSON.stringify([
    id,
    ecosystem,
    intervals,
    affected.versions,
    rating?.severity ?? null,
    rating?.cvss?.vector ?? null,
  ])
}

/** Entry with an unparsed vector. */
export interface StoredEntry extends Omit<PackageEntry, 'rating'> {
  readonly severity: Rating['severity'] | undefined
  readonly vector: string | undefined
}

export function readEntries(text: string): StoredEntry[] {
  return Entries.parse(JSON.parse(text)).map(([id, ecosystem, intervals, versions, severity, vector]) => ({
    id,
    ecosystem,
    affected: { intervals: intervals.map(readInterval), versions },
    severity: severity ?? undefined,
    vector: vector ?? undefined,
  }))
}

function readInterval([from, to, flags]: z.infer<typeof IntervalForm>): Interval {
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...((flags & CLOSED) !== 0 && { closed: true as const }),
    ...((flags & SEMVER) !== 0 && { semver: true as const }),
  }
}
