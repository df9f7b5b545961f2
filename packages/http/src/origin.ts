import type { IncomingHttpHeaders } from 'node:http'

import { Failure } from '@gatehouse/kernel'

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
const HOST = /^((?:\[[0-9a-f:.]+\])|[a-z0-9.-]+?)\.?(?::\d{1,5})?$/
const ORIGIN = /^https?:\/\/([^/]+)$/

/**
 * Refuses what a web page could send to a service that runs without keys on somebody's own machine: a request from
 * another site, or one whose name was rebound to a loopback address. The name in `Host` must be a loopback name or an
 * allowed one, and so must the `Origin`, which browsers always send where a page could do harm.
 * @throws {Failure} `origin_refused`
 */
export function checkOrigin(method: string | undefined, headers: IncomingHttpHeaders, allowed: ReadonlySet<string>) {
  if (!isTrusted(headers.host, allowed)) {
    throw new Failure('origin_refused', 'This service runs without keys, so it answers to loopback host names only.')
  }
  const { origin } = headers
  if (origin !== undefined) {
    const host = ORIGIN.exec(origin.toLowerCase())?.[1]
    if (!isTrusted(host, allowed)) {
      throw new Failure('origin_refused', 'This service runs without keys, so pages of other sites may not call it.')
    }
    return
  }
  // Images, scripts and forms of another site send no Origin with GET. Following a link to a page stays possible.
  if (headers['sec-fetch-site'] === 'cross-site') {
    const followsLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    if (!followsLink || method !== 'GET') {
      throw new Failure('origin_refused', 'This service runs without keys, so pages of other sites may not call it.')
    }
  }
}

/** Names without port, in lower case, as {@link checkOrigin} compares them. */
export function hostNames(hosts: readonly string[]): ReadonlySet<string> {
  return new Set(hosts.map((host) => host.toLowerCase()))
}

// A client repeats the same few values, so the answer is remembered for the most recent one.
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
