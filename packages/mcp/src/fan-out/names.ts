import { createHash } from 'node:crypto'

import { Failure } from '@gatehouse/kernel'

/** Separates the names of a server and its tool. Server names contain no underscore. */
export const SEPARATOR = '__'
/** Many clients and models limit tool names: `^[a-zA-Z0-9_-]{1,64}$`. */
export const FULL_NAME_CHARS_MAX = 64
const MEMBER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/
/** Length of the hash at the end of a shortened name. */
const HASH_CHARS = 8

/** @throws {Failure} `invalid_request` if two names could form the same full name */
export function checkMemberNames(names: readonly string[]): void {
  const wrong = names.find((name) => !MEMBER_NAME.test(name))
  if (wrong !== undefined) {
    throw new Failure(
      'invalid_request',
      `The name of a server behind a route must have 1 to 32 letters, digits and "-".`,
    )
  }
  if (new Set(names).size < names.length) {
    throw new Failure('invalid_request', 'Two servers behind one route have the same name.')
  }
}

/** Returns the client-visible name. A name over the limit ends in a hash. */
export function fullName(member: string, name: string): string {
  const full = member + SEPARATOR + name
  if (full.length <= FULL_NAME_CHARS_MAX) return full
  const hash = createHash('sha256').update(full).digest('hex').slice(0, HASH_CHARS)
  return `${full.slice(0, FULL_NAME_CHARS_MAX - HASH_CHARS - 1)}_${hash}`
}

/** Returns the server and the name of an unshortened full name. */
export function splitName(full: string): { readonly member: string; readonly name: string } | undefined {
  const at = full.indexOf(SEPARATOR)
  return at < 0 ? undefined : { member: full.slice(0, at), name: full.slice(at + SEPARATOR.length) }
}
