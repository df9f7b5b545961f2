import { isIP } from 'node:net'
import { Failure, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/** Schemes of repository addresses; unencrypted ones are limited to allowlisted hosts. */
export const REPOSITORY_SCHEMES: readonly string[] = ['https', 'http', 'git', 'svn']
const CLEAR_SCHEMES: ReadonlySet<string> = new Set(['http', 'git'])
export const WEB_SCHEMES: readonly string[] = ['https', 'http']

interface Rules {
  /** Field of the request body. */
  readonly field: string
  readonly schemes: readonly string[]
  /** For a repository: whether `http` and `git` are limited to allowlisted hosts. docs/spec/appsec.md "Details". */
  readonly clearIfListed?: boolean
}

/**
 * Checks an address before it is saved. Rejects addresses that are never allowed. Host names are resolved and checked at each use.
 * @throws {Failure} `invalid_request`
 */
export async function checkSavedAddress(
  address: string | null | undefined,
  { field, schemes, clearIfListed = false }: Rules,
  egress: Egress,
): Promise<void> {
  if (address === null || address === undefined || address === '') return
  if (!URL.canParse(address)) throw refused(field, `${field} is not a URL like ${schemes[0]}://host/path`)
  const { hostname, protocol, username, password, search, hash } = new URL(address)
  const scheme = protocol.slice(0, -1)
  if (!schemes.includes(scheme)) throw refused(field, `the scheme of ${field} must be one of ${schemes.join(', ')}`)
  if (username !== '' || password !== '') throw refused(field, `${field} must not contain a user name or password`)
  if (clearIfListed && (search !== '' || hash !== '')) {
    // The address is visible to everyone with access to the project, and these parts can contain tokens.
    throw refused(field, `${field} must not contain a query or a fragment`)
  }
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isClear = clearIfListed && CLEAR_SCHEMES.has(scheme)
  if (!isClear && isIP(host) === 0 && host !== 'localhost') return
  try {
    const { allowlisted } = await egress.check(address, schemes)
    if (isClear && !allowlisted)
      throw new Failure('egress_refused', `${scheme} is allowed only for hosts on the allowlist`)
  } catch (thrown) {
    // A host name that does not resolve now may resolve later, unless the operator must have allowlisted it.
    if (thrown instanceof Failure && thrown.code === 'unavailable' && !isClear) return
    throw refused(field, messageOf(thrown))
  }
}

function refused(field: string, message: string): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', field], message, type: 'address_refused' }],
  })
}
