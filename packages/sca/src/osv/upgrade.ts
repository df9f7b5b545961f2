import { type Ecosystem, ecosystemOf, schemeOf } from '../versions/ecosystems.ts'
import { compareKeys, isPrerelease } from '../versions/versions.ts'
import { affectedTest, type AffectedVersions, evaluatedVersion } from './evaluate.ts'

/** Spells a version like the present one: OSV writes Go versions without the `v` that go.mod requires. */
export function spelledLike(ecosystem: string, present: string, version: string): string {
  const wantsV = ecosystemOf(ecosystem) === 'Go' && present.startsWith('v') && /^\d/.test(version)
  return wantsV ? `v${version}` : version
}

/** Returns the versions that fix an interval, without duplicates, earliest first. */
export function fixedVersions(ecosystem: string, affected: readonly AffectedVersions[]): string[] {
  const ordered = ecosystemOf(ecosystem)
  const fixed = affected.flatMap(({ intervals }) =>
    intervals.flatMap(({ to, closed }) => (to === undefined || closed === true ? [] : [to])),
  )
  // Usually there is only one, so that no order is needed.
  if (ordered === undefined || fixed.length < 2) return [...new Set(fixed)]
  return uniqueInOrder(ordered, fixed)
}

export interface UpgradeOptions {
  /** Versions in the registry, if known: a `last_affected` names no fix, but the next version is one. */
  readonly available?: readonly string[]
}

/**
 * Returns the smallest version at or above the present one that no advisory affects. Pre-releases count only when the present version is
 * one. Undefined when none is known: nothing is fixed, or the order of the ecosystem is unknown.
 * @param affected statements of all relevant advisories of this package
 */
export function smallestSafeUpgrade(
  ecosystem: string,
  version: string,
  affected: readonly AffectedVersions[],
  { available = [] }: UpgradeOptions = {},
): string | undefined {
  const ordered = ecosystemOf(ecosystem)
  if (ordered === undefined) return undefined
  const key = advisoryKey(ordered)
  const present = key(version)
  const prereleases = isPrerelease(ordered, version)
  const tests = affected.map((item) => affectedTest(item, ecosystem))
  const fixes = fixedVersions(ecosystem, affected).map((fixed) => spelledLike(ecosystem, version, fixed))
  return uniqueInOrder(ordered, [version, ...fixes, ...available]).find((candidate) => {
    if (key(candidate) < present || (!prereleases && isPrerelease(ordered, candidate))) return false
    const evaluated = evaluatedVersion(ecosystem, candidate)
    return !tests.some((test) => test(evaluated).affected)
  })
}

function uniqueInOrder(ecosystem: Ecosystem, versions: readonly string[]): string[] {
  const key = advisoryKey(ecosystem)
  const keyed = versions.map((version) => ({ version, key: key(version) })).sort((a, b) => compareKeys(a.key, b.key))
  return keyed.filter((entry, at) => at === 0 || keyed[at - 1]?.key !== entry.key).map(({ version }) => version)
}

function advisoryKey(ecosystem: Ecosystem): (version: string) => string {
  const scheme = schemeOf(ecosystem)
  return scheme.advisoryKey ?? scheme.key
}
