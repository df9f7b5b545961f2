import { isIP } from 'node:net'
import { type Egress, Failure } from '@gatehouse/kernel'

/**
 * Looks at an address before it is saved. What is refused whatever its name means is refused now; a name may mean something
 * else by the time of a call, and is judged again then. docs/spec/guard.md "Details".
 * @param path  where the address stands in the request
 * @returns what its name means at present, where no call could be made
 * @throws {Failure} `invalid_request` for an address that no call may go to
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
 * {@link checkSavedAddress} in a sentence for whoever saves it.
 * @throws {Failure} `invalid_request` for an address that no call may go to
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

/** Whether an address is refused whatever its name means: it is a literal one, of another scheme, or holds a password. */
function isForGood(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { hostname, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return !isWeb || username !== '' || password !== '' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
