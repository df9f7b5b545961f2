import { isIP } from 'node:net'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/**
 * Checks an address before it is saved. An address that is denied for any resolution is rejected now; a name may resolve differently at
 * the time of a call, and is checked again then. docs/spec/guard.md "Details".
 * @param path path of the address in the request
 * @returns the current resolution, if it would prevent a call
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
    ? `The name in ${place} does not resolve at present.`
    : `The egress policy refuses what the name in ${place} points to at present.`
}

/** Whether an address is denied for any resolution: a literal IP address, another scheme, or one with a password. */
function isForGood(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { hostname, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return !isWeb || username !== '' || password !== '' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
