import { literal } from '../text/splice.ts'

/** Sets the version of `[[package]]` blocks with a name, given as a regular expression, and a version. */
export function withBlockVersion(lock: string, name: string, from: string, to: string): string {
  const block = new RegExp(`^(name = "${name}"\\r?\\nversion = ")${literal(from)}(?=")`, 'gim')
  return lock.replaceAll(block, `$1${to}`)
}
