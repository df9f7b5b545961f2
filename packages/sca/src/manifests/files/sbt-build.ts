import { unread } from '../read/unread.ts'

/** What a build of sbt asks for: a program of Scala. */
export default unread(
  { name: 'sbt-build', names: ['build.sbt'], ecosystem: 'Maven' },
  'write build.sbt.lock with a plugin that locks, and commit it',
)
