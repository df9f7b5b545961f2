import semver from 'semver'
import type { AffectedVersions } from '../osv/evaluate.ts'
import type { Interval } from '../osv/membership.ts'

/** As npm compares a version with what its registry calls vulnerable. */
const AS_AUDITS = { includePrerelease: true, loose: true } as const
const ALL = '*'
/** Parts of one range. Ours: of more nobody reads a word, and the versions that were asked about say it shorter. */
const PARTS_MAX = 100

/**
 * What records say of a package as a range of npm, e.g. `>=1.0.0 <1.2.3 || <0.4.0`. It means each of the versions that are
 * meant, and none of the others: where the two orders of versions disagree about one that was asked about, or a record says it in
 * a way that npm cannot, the range lists the versions that are meant.
 *
 * @param meant  versions that a caller has, and that the records mean
 * @param others  versions that a caller has, and that they do not mean
 */
export function npmRangeOf(
  affected: readonly AffectedVersions[],
  meant: readonly string[],
  others: readonly string[],
): string {
  const exact = meant.toSorted().join(' || ')
  const parts = new Set(
    affected.flatMap(({ intervals, versions }) => [...intervals.map(partOf), ...versions.map(npmVersionOf)]),
  )
  if (parts.size === 0 || parts.size > PARTS_MAX || parts.has(undefined)) return exact
  if (parts.has(ALL) && others.length === 0) return ALL
  const range = [...parts].join(' || ')
  const test = rangeOf(range)
  if (test === undefined) return exact
  const isTrue = meant.every((one) => meansIt(test, one)) && !others.some((one) => meansIt(test, one))
  return isTrue ? range : exact
}

function partOf({ from, to, closed }: Interval): string | undefined {
  const low = from === undefined ? undefined : npmVersionOf(from)
  const high = to === undefined ? undefined : npmVersionOf(to)
  if ((from !== undefined && low === undefined) || (to !== undefined && high === undefined)) return undefined
  const parts = [
    ...(low === undefined ? [] : [`>=${low}`]),
    ...(high === undefined ? [] : [`<${closed ? '=' : ''}${high}`]),
  ]
  return parts.length === 0 ? ALL : parts.join(' ')
}

/** A version with all its numbers: `<1.0` would begin with the first pre-release of 1.0. Undefined for what npm does not know. */
export function npmVersionOf(version: string): string | undefined {
  const [, numbers = '', rest = ''] = /^v?(\d{1,16}(?:\.\d{1,16}){0,2})([-+].*)?$/s.exec(version) ?? []
  if (numbers === '') return undefined
  const padded = [...numbers.split('.'), '0', '0'].slice(0, 3).join('.')
  return semver.valid(padded + rest, AS_AUDITS) ?? undefined
}

function rangeOf(range: string): semver.Range | undefined {
  try {
    return new semver.Range(range, AS_AUDITS)
  } catch {
    return undefined
  }
}

function meansIt(range: semver.Range, version: string): boolean {
  return semver.satisfies(version, range, AS_AUDITS)
}
