import semver from 'semver'
import type { AffectedVersions } from '../osv/evaluate.ts'
import type { Interval } from '../osv/membership.ts'

/** Options with which npm compares versions with vulnerable ranges of its registry. */
const AS_AUDITS = { includePrerelease: true, loose: true } as const
const ALL = '*'
/** Maximum number of comparators in one range. Own limit: above it the list of requested versions is shorter and more readable. */
const PARTS_MAX = 100

/**
 * Converts the statements of records about a package to an npm range, e.g. `>=1.0.0 <1.2.3 || <0.4.0`. It contains each affected version
 * and no unaffected one: when the version orders disagree, or a record cannot be expressed in npm syntax, the range lists the affected
 * versions.
 *
 * @param meant the caller's versions that the records affect
 * @param others the caller's versions that they do not affect
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
  const isTrue =
    meant.every((item) => satisfiesRange(test, item)) && !others.some((other) => satisfiesRange(test, other))
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

/** Completes a version to three numbers: `<1.0` would begin with the first pre-release of 1.0. Undefined for invalid npm versions. */
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

function satisfiesRange(range: semver.Range, version: string): boolean {
  return semver.satisfies(version, range, AS_AUDITS)
}
