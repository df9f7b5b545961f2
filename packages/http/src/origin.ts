import type { IncomingHttpHeaders } from 'node:http'

import { Failure } from '@gatehouse/kernel'

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
const HOST = /^((?:\[[0-9a-f:.]+\])|[a-z0-9.-]+?)\.?(?::\d{1,5})?$/
const ORIGIN = /^https?:\/\/([^/]+)$/

/**
 * Requirements for browsers.
 * - `loopback`: without keys, on a loopback address. Host and origin must be loopback names or allowed ones.
 * - `same-origin`: without keys, on an open address as configured by the operator. Any host; the origin must be the host, a loopback name or an allowed one.
 * - `none`: with keys, which pages of other sites do not have.
 */
export type BrowserCheck = 'loopback' | 'same-origin' | 'none'

/** Returns the check for a bind address. */
export function browserCheckFor(host: string, authEnabled: boolean): BrowserCheck {
  if (authEnabled) return 'none'
  return LOOPBACK.test(host.includes(':') ? `[${host}]` : host.toLowerCase()) ? 'loopback' : 'same-origin'
}

/**
 * Rejects requests that a web page could send to a service without keys: from another site, or with a name that was rebound to a loopback
 * address. Browsers always send an `Origin` when a page could do harm.
 * @throws {Failure} `origin_refused`
 */
export function checkOrigin(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
  check: BrowserCheck,
): void {
  const { origin, host } = headers
  if (check === 'loopback' && !isTrusted(host, allowed)) {
    throw new Failure('origin_refused', 'The service runs without authentication and only accepts loopback host names.')
  }
  if (origin !== undefined) {
    const from = ORIGIN.exec(origin.toLowerCase())?.[1]
    const isSame = check === 'same-origin' && from !== undefined && from === host?.toLowerCase()
    if (!isSame && !isTrusted(from, allowed)) throw crossSite()
    return
  }
  // Images, scripts and forms of other sites send no Origin with GET. Navigation by a link stays possible.
  if (headers['sec-fetch-site'] === 'cross-site') {
    const followsLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    if (!followsLink || method !== 'GET') throw crossSite()
  }
}

/**
 * Rejects a write with a cookie unless it comes from a page of the service. All browsers send `Origin` or `Sec-Fetch-Site` with a write.
 * Other clients use keys, or send `Origin` themselves. `Sec-Fetch-Site: cross-site` is rejected for any origin, because browsers do not
 * send the SameSite cookie with it.
 * @throws {Failure} `origin_refused`
 */
export function checkSameSite(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): void {
  if (origin !== undefined && site !== 'cross-site') {
    const from = ORIGIN.exec(origin.toLowerCase())?.[1]
    if (from !== undefined && (from === host?.toLowerCase() || allowed.has(HOST.exec(from)?.[1] ?? ''))) return
    throw new Failure('origin_refused', 'Cross-site writes with a session are not allowed.')
  }
  if (site === 'same-origin') return
  if (site === undefined) {
    throw new Failure(
      'origin_refused',
      'Writes with a session require an Origin or Sec-Fetch-Site header. Alternatively, use an API key.',
    )
  }
  throw new Failure('origin_refused', 'Cross-site writes with a session are not allowed.')
}

function crossSite(): Failure {
  return new Failure('origin_refused', 'The service runs without authentication and rejects cross-site requests.')
}

/** Suffixes that public DNS does not delegate: RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and Kubernetes services. */
const PRIVATE_NAME = /\.(?:local|internal|home\.arpa|test|svc|svc\.cluster\.local)$/
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Rejects a `Host` that DNS rebinding could produce. A service on a loopback address accepts loopback and allowed names. On a public
 * address it also accepts IP addresses and names that public DNS cannot contain.
 * @throws {Failure} `origin_refused`
 */
export function checkHost(host: string | undefined, isLoopback: boolean, allowed: ReadonlySet<string>): void {
  if (isTrusted(host, allowed)) return
  const name = host === undefined ? undefined : HOST.exec(host.toLowerCase())?.[1]
  if (!isLoopback && name !== undefined && isPrivateName(name)) return
  throw new Failure('origin_refused', 'Host not allowed. Add the host name to GATEHOUSE_ALLOWED_HOSTS.')
}

function isPrivateName(name: string): boolean {
  return name.startsWith('[') || !name.includes('.') || IPV4.test(name) || PRIVATE_NAME.test(name)
}

/** Converts names for {@link checkOrigin}: without port, in lower case. */
export function hostNames(hosts: readonly string[]): ReadonlySet<string> {
  return new Set(hosts.map((host) => host.toLowerCase()))
}

// Clients repeat the same few values, so that the latest result is cached.
let lastHost: string | undefined
let lastAllowed: ReadonlySet<string> | undefined

function isTrusted(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (host === undefined) return false
  if (host === lastHost && allowed === lastAllowed) return true
  const name = HOST.exec(host.toLowerCase())?.[1]
  if (name === undefined || !(LOOPBACK.test(name) || allowed.has(name))) return false
  lastHost = host
  lastAllowed = allowed
  return true
}
