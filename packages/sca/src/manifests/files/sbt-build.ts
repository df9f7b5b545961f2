import { unread } from '../read/unread.ts'

/** Direct dependencies of an sbt build: a Scala program. */
export default unread(
  { name: 'sbt-build', names: ['build.sbt'], ecosystem: 'Maven' },
  'write build.sbt.lock with a plugin that locks, and commit it',
)
