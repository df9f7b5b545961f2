import { unread } from '../read/unread.ts'

/** Direct dependencies of a Gradle build: a Groovy or Kotlin program. */
export default unread(
  { name: 'gradle-build', names: ['build.gradle', 'build.gradle.kts'], ecosystem: 'Maven' },
  'enable dependency locking, run gradle dependencies --write-locks and commit gradle.lockfile',
)
