import { numberKey, type VersionKey, ZERO_KEY } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'
import { identifiersKey, semverParts } from './semver.ts'

const PRERELEASE = '\u0001'
const RELEASE = '\u0002'

/** Major, minor, patch and revision. */
const NUMBERS = 4

const VERSION = /^v?\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/**
 * NuGet: up to four numbers, pre-releases without letter case, builds not ordered.
 * @see https://learn.microsoft.com/nuget/concepts/package-versioning
 */
export const nugetScheme: VersionScheme = {
  key: nugetKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => semverParts(version).prerelease !== '',
}

export function nugetKey(version: string): VersionKey {
  const { numbers, prerelease } = semverParts(version)
  let key = ''
  for (let at = 0; at < Math.max(NUMBERS, numbers.length); at += 1) {
    const digits = numbers[at]
    key += digits === undefined ? ZERO_KEY : numberKey(digits)
  }
  return key + (prerelease === '' ? RELEASE : PRERELEASE + identifiersKey(prerelease.toLowerCase()))
}
