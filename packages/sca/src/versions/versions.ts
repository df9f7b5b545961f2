import { type Ecosystem, schemeOf } from './ecosystems.ts'
import type { VersionKey } from './keys.ts'
import type { VersionTest } from './scheme.ts'

/**
 * Maximum length of a version in UTF-16 units. Own limit; registries allow 64 (NuGet) to 512. Longer ones are still ordered, in linear
 * time, but {@link isVersion} is false for them, and they match and form no range.
 */
export const VERSION_UNITS_MAX = 1_024

/** Maximum length of a requirement in UTF-16 units. Own limit. */
export const RANGE_UNITS_MAX = 4_096

/** Returns the key of a version: keys of one ecosystem compare with `<`, `===` and `>` like their versions. Never throws. */
export function parseVersion(ecosystem: Ecosystem, version: string): VersionKey {
  return schemeOf(ecosystem).key(version)
}

/** Returns a negative number when `a` sorts before `b`, 0 when they are the same version, positive otherwise. */
export function compareVersions(ecosystem: Ecosystem, a: string, b: string): number {
  const scheme = schemeOf(ecosystem)
  return scheme.compare?.(a, b) ?? compareKeys(scheme.key(a), scheme.key(b))
}

/** Compares two keys of one ecosystem. */
export function compareKeys(a: VersionKey, b: VersionKey): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns a sorted copy, earliest first; the sort is stable for spellings of one version. */
export function sortVersions(ecosystem: Ecosystem, versions: readonly string[]): string[] {
  const { key } = schemeOf(ecosystem)
  return versions
    .map((version) => ({ version, key: key(version) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ version }) => version)
}

/** Returns whether the registry accepts the text as an exact version: no range, no branch, no commit. */
export function isVersion(ecosystem: Ecosystem, version: string): boolean {
  return version.length <= VERSION_UNITS_MAX && schemeOf(ecosystem).isVersion(version)
}

export function isPrerelease(ecosystem: Ecosystem, version: string): boolean {
  return version.length <= VERSION_UNITS_MAX && schemeOf(ecosystem).isPrerelease(version)
}

/**
 * Returns whether the version matches the requirement, by the rules of the ecosystem's resolver. False for invalid requirements; {@link
 * parseRange} distinguishes them.
 */
export function satisfies(ecosystem: Ecosystem, range: string, version: string): boolean {
  return parseRange(ecosystem, range)?.(version) ?? false
}

/** Parses a requirement; undefined when it is invalid or the ecosystem has no range syntax. */
export function parseRange(ecosystem: Ecosystem, range: string): VersionTest | undefined {
  if (range.length > RANGE_UNITS_MAX) return undefined
  const test = schemeOf(ecosystem).range?.(range)
  return test === undefined ? undefined : (version) => version.length <= VERSION_UNITS_MAX && test(version)
}
