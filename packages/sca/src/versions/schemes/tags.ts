import type { VersionScheme } from '../scheme.ts'
import { semverKey, semverParts } from './semver.ts'

/** Tags with a version: one to three numbers, with an optional `v`. Commits and branches are not versions. */
const TAG = /^v?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** A commit can be all digits, and no project reaches a major version of this length. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Versions from git tags, as in GitHub Actions and Swift packages: `v4` and `4.0.0` are equal. */
export const tagScheme: VersionScheme = {
  key: semverKey,
  isVersion: (version) => TAG.test(version) && !COMMIT.test(version),
  isPrerelease: (version) => semverParts(version).prerelease !== '',
}
