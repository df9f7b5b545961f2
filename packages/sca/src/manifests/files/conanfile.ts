import { unread } from '../read/unread.ts'

/** Direct dependencies of a Conan project: a list, or a Python program. */
export default unread(
  { name: 'conanfile', names: ['conanfile.txt', 'conanfile.py'], ecosystem: 'ConanCenter' },
  'run conan lock create and commit conan.lock',
)
