import { unread } from '../read/unread.ts'

/** What a project of Dart or Flutter asks for. */
export default unread(
  { name: 'pubspec', names: ['pubspec.yaml'], ecosystem: 'Pub' },
  'run dart pub get and commit pubspec.lock',
)
