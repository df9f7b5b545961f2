import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/**
 * Checks an address for downloads of advisories. An attacker on the network could remove advisories, so that connections without TLS are
 * allowed only to hosts that the operator named.
 * @throws {Failure} `egress_refused`; `unavailable` when the name cannot be resolved
 */
export async function checkAdvisoryAddress(url: URL, egress: Egress): Promise<void> {
  if (url.protocol === 'https:') return
  const isAllowed = url.protocol === 'http:' && (await egress.check(url)).allowlisted
  if (isAllowed) return
  throw new Failure(
    'egress_refused',
    `Only HTTPS is allowed for ${url.host}. To allow HTTP, add the host to GATEHOUSE_EGRESS_ALLOW.`,
  )
}

/** Returns the allowed schemes and redirects of a request: the operator did not name the host of a redirect. */
export function boundsOf(url: URL): { readonly schemes: readonly string[]; readonly maxRedirects?: number } {
  return url.protocol === 'http:' ? { schemes: ['http'], maxRedirects: 0 } : { schemes: ['https'] }
}
