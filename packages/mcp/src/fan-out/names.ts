import { createHash } from 'node:crypto'

import { Failure } from '@gatehouse/kernel'

/** Between the name of a server and that of its tool; names of servers have no underscore. */
export const SEPARATOR = '__'
/** Many clients, and the models behind them, take no longer names of tools: `^[a-zA-Z0-9_-]{1,64}$`. */
export const FULL_NAME_CHARS_MAX = 64
const MEMBER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/
/** Of the hash that a shortened name ends in. */
const HASH_CHARS = 8

/** @throws {Failure} `invalid_request` when two names could make one full name */
export function checkMemberNames(names: readonly string[]): void {
  const wrong = names.find((name) => !MEMBER_NAME.test(name))
  if (wrong !== undefined) {
    throw new Failure('invalid_request', `A server behind a route is named with up to 32 letters, digits and "-".`)
  }
  if (new Set(names).size < names.length) {
    throw new Failure('invalid_request', 'Two servers behind one route have the same name.')
  }
}

/** The name that clients see. One that would be too long ends in a hash in place of its end. */
export function fullName(member: string, name: string): string {
  const full = member + SEPARATOR + name
  if (full.length <= FULL_NAME_CHARS_MAX) return full
  const hash = createHash('sha256').update(full).digest('hex').slice(0, HASH_CHARS)
  return `${full.slice(0, FULL_NAME_CHARS_MAX - HASH_CHARS - 1)}_${hash}`
}

/** The server and the name behind a name that was not shortened. */
export function splitName(full: string): { readonly member: string; readonly name: string } | undefined {
  const at = full.indexOf(SEPARATOR)
  return at < 0 ? undefined : { member: full.slice(0, at), name: full.slice(at + SEPARATOR.length) }
}
