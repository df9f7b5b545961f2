import { unread } from '../read/unread.ts'

/** Direct dependencies of an sbt build: a Scala program. */
export default unread(
  { name: 'sbt-build', names: ['build.sbt'], ecosystem: 'Maven' },
  'create build.sbt.lock with a locking plugin and commit it',
)
