import { unread } from '../read/unread.ts'

/** What a build of Gradle asks for: a program of Groovy or Kotlin. */
export default unread(
  { name: 'gradle-build', names: ['build.gradle', 'build.gradle.kts'], ecosystem: 'Maven' },
  'turn on dependency locking, run gradle dependencies --write-locks and commit gradle.lockfile',
)
