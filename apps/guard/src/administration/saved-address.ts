import { isIP } from 'node:net'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/**
 * Checks an address before it is saved. Rejects addresses that are denied for any DNS result. Each call resolves and checks the name
 * again. docs/spec/guard.md "Details".
 * @param path path of the address in the request
 * @returns the current resolution error, if there is one
 * @throws {Failure} `invalid_request` for an address that the egress policy denies
 */
export async function checkSavedAddress(
  url: string,
  path: readonly (string | number)[],
  egress: Egress,
): Promise<'unresolved' | 'refused' | undefined> {
  try {
    await egress.check(url)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.code === 'unavailable') return 'unresolved'
    if (thrown.code === 'egress_refused' && !isForGood(url)) return 'refused'
    const { message } = thrown
    throw new Failure('invalid_request', message, { violations: [{ path, message, type: 'egress_refused' }] })
  }
}

/**
 * Returns the result of {@link checkSavedAddress} as a warning for the user.
 * @throws {Failure} `invalid_request` for an address that the egress policy denies
 */
export async function addressWarning(
  url: string,
  path: readonly (string | number)[],
  egress: Egress,
): Promise<string | undefined> {
  const state = await checkSavedAddress(url, path, egress)
  if (state === undefined) return undefined
  const place = path.slice(1).join('.')
  return state === 'unresolved'
    ? `The host name in ${place} cannot currently be resolved.`
    : `The egress policy currently blocks the address of the host in ${place}.`
}

/** Returns whether an address is denied for any DNS result: a literal IP address, an unsupported scheme, or an address with a password. */
function isForGood(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { hostname, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return !isWeb || username !== '' || password !== '' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
