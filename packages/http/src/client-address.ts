import type { IncomingMessage } from 'node:http'
import { type Address, isInside, parseAddress } from '@gatehouse/kernel/egress'

/** Own limit for the number of chained proxies; each is checked individually. */
const HOPS_MAX = 32
/** Length of the longest IPv6 address with a zone, in brackets, with a port. */
const HOP_CHARS_MAX = 80

/**
 * Returns the client address of a request: the socket's address or, behind trusted proxies, the address in `X-Forwarded-For`. The header
 * is read from the right, because each proxy appends. Entries to the left of the first untrusted address were written by that client.
 * @param trusted CIDR ranges of the operator's proxies
 */
export function clientAddressOf(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  trusted: readonly string[],
): string {
  const peer = socket.remoteAddress ?? ''
  let address = parseAddress(peer)
  if (address === undefined) return peer
  const forwarded = headers['x-forwarded-for']
  // Node joins multiple headers with this name, but its type also allows a list.
  const text = typeof forwarded === 'string' ? forwarded : (forwarded ?? []).join(',')
  let end = text.length
  for (let hops = 0; hops < HOPS_MAX && end > 0 && isTrusted(address, trusted); hops += 1) {
    const start = text.lastIndexOf(',', end - 1)
    const next = hopOf(text.slice(start + 1, end))
    // A proxy without an entry has not reported its client. Its own address is then used.
    if (next === undefined) break
    address = next
    end = start
  }
  return shownAs(address)
}

/** Returns whether a trusted proxy forwarded the request and reported its client. */
export function isForwarded(
  { socket, headers }: Parameters<typeof clientAddressOf>[0],
  trusted: readonly string[],
): boolean {
  if (trusted.length === 0 || headers['x-forwarded-for'] === undefined) return false
  const peer = parseAddress(socket.remoteAddress ?? '')
  return peer !== undefined && isTrusted(peer, trusted)
}

function isTrusted(address: Address, trusted: readonly string[]): boolean {
  return trusted.some((cidr) => isInside(address, cidr))
}

/** Parses one element of the header; some proxies add the port. */
function hopOf(element: string): Address | undefined {
  const text = element.trim()
  if (text.length > HOP_CHARS_MAX) return undefined
  const withPort = /^(?:\[([^\]]*)\]|([\d.]+)):\d{1,5}$/.exec(text)
  return parseAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}

// Returns the canonical form of an address for rate limits and log searches.
function shownAs(address: Address): string {
  return address.toString()
}
