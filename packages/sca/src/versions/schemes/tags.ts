import type { VersionScheme } from '../scheme.ts'
import { semverKey, semverParts } from './semver.ts'

/** Tags that name a version: one to three numbers, with or without a `v`. A commit or a branch is none. */
const TAG = /^v?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** A commit can be all digits, and no project reaches a major version of this length. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Versions that are git tags, as GitHub Actions and Swift packages name them: `v4` and `4.0.0` are one. */
export const tagScheme: VersionScheme = {
  key: semverKey,
  isVersion: (version) => TAG.test(version) && !COMMIT.test(version),
  isPrerelease: (version) => semverParts(version).prerelease !== '',
}
