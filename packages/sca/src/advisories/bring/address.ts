import { type Egress, Failure } from '@gatehouse/kernel'

/**
 * Looks at an address to get advisories from. Whoever stands between could take advisories away, so a connection without TLS is
 * for hosts that the operator has named.
 * @throws {Failure} `egress_refused`; `unavailable` when the name cannot be resolved
 */
export async function checkAdvisoryAddress(url: URL, egress: Egress): Promise<void> {
  if (url.protocol === 'https:') return
  const isAllowed = url.protocol === 'http:' && (await egress.check(url)).allowlisted
  if (isAllowed) return
  throw new Failure('egress_refused', `${url.host} is asked over https only, unless GATEHOUSE_EGRESS_ALLOW names it.`)
}

/** What a request to such an address may do: the host that a redirect names has not been named by the operator. */
export function boundsOf(url: URL): { readonly schemes: readonly string[]; readonly maxRedirects?: number } {
  return url.protocol === 'http:' ? { schemes: ['http'], maxRedirects: 0 } : { schemes: ['https'] }
}
