import { unread } from '../read/unread.ts'

/** What a project of Conan asks for: a list, or a program of Python. */
export default unread(
  { name: 'conanfile', names: ['conanfile.txt', 'conanfile.py'], ecosystem: 'ConanCenter' },
  'run conan lock create and commit conan.lock',
)
