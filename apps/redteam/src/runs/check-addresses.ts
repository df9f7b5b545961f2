import type { RunTarget } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/**
 * Checks every address of a run before it is queued: the target, its token server, and steps on other hosts. Each connection is checked
 * again, since a name may resolve differently by then.
 * @throws {Failure} `target_refused`
 */
export async function checkAddresses(target: RunTarget, egress: Pick<Egress, 'check'>): Promise<void> {
  for (const { field, address } of addressesOf(target)) {
    try {
      // A handful at most. oxlint-disable-next-line no-await-in-loop
      await egress.check(address)
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      // An unresolvable name is reported by the preflight.
      if (thrown.code === 'unavailable') continue
      if (thrown.code !== 'egress_refused') throw thrown
      const detail = `${field} names an address that outbound calls may not reach: ${thrown.message}`
      throw new Failure('target_refused', detail, {
        violations: [{ path: ['body', 'target', field], message: thrown.message, type: 'address_refused' }],
        cause: thrown,
      })
    }
  }
}

function addressesOf({ baseUrl, auth, steps = [], stateProbe }: RunTarget) {
  const paths = [...steps.map(({ path }) => path), ...(stateProbe === undefined ? [] : [stateProbe.path])]
  return [
    { field: 'baseUrl', address: baseUrl },
    ...(auth?.type === 'oauth2_client_credentials' ? [{ field: 'auth.tokenUrl', address: auth.tokenUrl }] : []),
    ...paths
      .filter((path) => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(path) && !hostHasSlots(path))
      .map((path) => ({ field: 'steps', address: path.startsWith('//') ? new URL(path, baseUrl).href : path })),
  ].map(({ field, address }) => ({ field, address: address.trim().replace(/^ws/i, 'http') }))
}

/** The host is known only at the time of the request and checked then. */
function hostHasSlots(address: string): boolean {
  return /^[^/]*\/\/[^/]*\{\{/.test(address)
}
