import type { IncomingHttpHeaders } from 'node:http'

import { Failure } from '@gatehouse/kernel'

import { IDENTITY_CHARS_MAX } from './limits.ts'

const SAFE_IDENTITY = new RegExp(`^[A-Za-z0-9_.:@/-]{1,${IDENTITY_CHARS_MAX}}$`)

/**
 * Returns the identity in the first present header of `names`. Unsafe or conflicting identities are rejected: a guard must not treat a
 * call with a claimed identity as anonymous.
 * @throws {Failure} `invalid_request`
 */
export function identityOf(headers: IncomingHttpHeaders, ...names: readonly string[]): string | undefined {
  let identity: string | undefined
  for (const name of names) {
    const value = headers[name]
    if (value === undefined || value === '') continue
    if (typeof value !== 'string' || !SAFE_IDENTITY.test(value)) {
      throw refused(name, `Must be 1 to ${IDENTITY_CHARS_MAX} letters, digits and . _ : @ / -`)
    }
    if (identity !== undefined && identity !== value) throw refused(name, 'The two identity headers differ')
    identity = value
  }
  return identity
}

function refused(name: string, message: string): Failure {
  return new Failure('invalid_request', `Header ${name}: ${message}.`, {
    violations: [{ path: ['header', name], message, type: 'invalid_header' }],
  })
}
