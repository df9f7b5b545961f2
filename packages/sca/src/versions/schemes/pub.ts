import type { VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'
import { identifiersKey, semverKey, semverParts, semverScheme } from './semver.ts'

/** No build sorts before any build. */
const NO_BUILD = '\u0000'

/**
 * Dart's Pub orders builds too: `1.0.0 < 1.0.0+1`.
 * @see https://pub.dev/documentation/pub_semver/latest/
 */
export const pubScheme: VersionScheme = { ...semverScheme, key: pubKey }

function pubKey(version: string): VersionKey {
  const { build } = semverParts(version)
  return semverKey(version) + (build === '' ? NO_BUILD : identifiersKey(build))
}
