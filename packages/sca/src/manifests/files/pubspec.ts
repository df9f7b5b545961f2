import { unread } from '../read/unread.ts'

/** Direct dependencies of a Dart or Flutter project. */
export default unread(
  { name: 'pubspec', names: ['pubspec.yaml'], ecosystem: 'Pub' },
  'run dart pub get and commit pubspec.lock',
)
