import { isIP } from 'node:net'
import { type Egress, Failure } from '@gatehouse/kernel'

/**
 * Looks at an address before it is saved. What is refused for good is refused now; a name may mean something else by the
 * time of the call, which is judged again, so that it is only warned of. Decisions §1 "Finer points".
 * @returns a warning, where there is one
 * @throws {Failure} `invalid_request` for an address that no call may go to
 */
export async function checkedAddress(url: string, egress: Egress): Promise<string | undefined> {
  try {
    await egress.check(url)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.code === 'unavailable') return 'The name does not resolve at present; deliveries are tried all the same.'
    if (thrown.code !== 'egress_refused' || isForGood(url)) throw refused(thrown)
    return 'The egress policy refuses what the name points to at present; nothing is delivered until that changes.'
  }
  return new URL(url).protocol === 'https:' ? undefined : 'Deliveries are signed, but not encrypted: this is not https.'
}

/** Whether an address is refused whatever its name means: it is a literal one, of another scheme, or holds a password. */
function isForGood(url: string): boolean {
  const { hostname, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return !isWeb || username !== '' || password !== '' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function refused({ message }: Failure): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', 'url'], message, type: 'egress_refused' }],
  })
}
