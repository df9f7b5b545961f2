import { type Ecosystem, schemeOf } from './ecosystems.ts'
import type { VersionKey } from './keys.ts'
import type { VersionTest } from './scheme.ts'

/**
 * Longest version that counts as one, in UTF-16 units. Ours; registries stop at 64 (NuGet) to 512. Longer ones are still
 * ordered, in linear time, but {@link isVersion} is false for them and nothing satisfies or is a range.
 */
export const VERSION_UNITS_MAX = 1_024

/** Longest requirement that is read, in UTF-16 units. Ours. */
export const RANGE_UNITS_MAX = 4_096

/** The key of a version: keys of one ecosystem compare with `<`, `===` and `>` as their versions do. Never throws. */
export function parseVersion(ecosystem: Ecosystem, version: string): VersionKey {
  return schemeOf(ecosystem).key(version)
}

/** Negative when `a` comes before `b`, 0 when they are one version in two spellings, positive otherwise. */
export function compareVersions(ecosystem: Ecosystem, a: string, b: string): number {
  const scheme = schemeOf(ecosystem)
  return scheme.compare?.(a, b) ?? compareKeys(scheme.key(a), scheme.key(b))
}

/** Order of two keys of one ecosystem. */
export function compareKeys(a: VersionKey, b: VersionKey): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A new list, earliest first; spellings of one version keep the order in which they came. */
export function sortVersions(ecosystem: Ecosystem, versions: readonly string[]): string[] {
  const { key } = schemeOf(ecosystem)
  return versions
    .map((version) => ({ version, key: key(version) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ version }) => version)
}

/** Whether the registry of the ecosystem would take the text as an exact version: no range, no branch, no commit. */
export function isVersion(ecosystem: Ecosystem, version: string): boolean {
  return version.length <= VERSION_UNITS_MAX && schemeOf(ecosystem).isVersion(version)
}

export function isPrerelease(ecosystem: Ecosystem, version: string): boolean {
  return version.length <= VERSION_UNITS_MAX && schemeOf(ecosystem).isPrerelease(version)
}

/**
 * Whether the version meets the requirement, by the rules of the ecosystem's own resolver. False for what is no
 * requirement; {@link parseRange} tells the two apart.
 */
export function satisfies(ecosystem: Ecosystem, range: string, version: string): boolean {
  return parseRange(ecosystem, range)?.(version) ?? false
}

/** A requirement read once; undefined when the ecosystem has no such language or the text is no requirement in it. */
export function parseRange(ecosystem: Ecosystem, range: string): VersionTest | undefined {
  if (range.length > RANGE_UNITS_MAX) return undefined
  const test = schemeOf(ecosystem).range?.(range)
  return test === undefined ? undefined : (version) => version.length <= VERSION_UNITS_MAX && test(version)
}
