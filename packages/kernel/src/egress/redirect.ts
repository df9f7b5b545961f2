import { Failure } from '../failure.ts'
import type { Hop } from './fetch.ts'

/** RFC 9110 section 15.4: redirect statuses. */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Headers that may be sent to another origin. Any other header may be a credential. */
const HARMLESS_HEADERS = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'content-type',
  'range',
  'user-agent',
])

/**
 * Returns the request of a redirect. It must be checked before it is sent.
 * @throws {Failure} `egress_refused` for an invalid URL, or a downgrade from TLS
 */
export function nextRequest(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url)) throw new Failure('egress_refused', 'redirect to an invalid URL')
  const from = new URL(hop.url)
  const to = new URL(location, hop.url)
  to.hash = ''
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new Failure('egress_refused', `${from.host} redirects from https to http`)
  }
  const headers = new Headers(hop.headers)
  if (from.origin !== to.origin) {
    for (const name of hop.headers.keys()) if (!HARMLESS_HEADERS.has(name)) headers.delete(name)
  }
  // RFC 9110 section 15.4: 303 always becomes GET, 301 and 302 do for POST; 307 and 308 repeat the request.
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  if (becomesGet) headers.delete('content-type')
  return {
    url: to.href,
    method: becomesGet ? 'GET' : hop.method,
    headers,
    body: becomesGet ? undefined : hop.body,
  }
}
