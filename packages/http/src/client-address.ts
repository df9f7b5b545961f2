import type { IncomingMessage } from 'node:http'
import { type Address, isInside, parseAddress } from '@gatehouse/kernel'

/** Ours: proxies in a row that a request may have come through; nobody has more, and each is looked at on its own. */
const HOPS_MAX = 32
/** The longest way to write an IPv6 address with a zone, in brackets, with a port. */
const HOP_CHARS_MAX = 80

/**
 * The address that a request came from: that of the socket, or, where a trusted proxy is at its other end, what
 * `X-Forwarded-For` says as far as trusted proxies have written it. The header is read from the right, because everybody appends
 * to what they got: what stands left of the first address that is no trusted proxy was written by that stranger.
 * @param trusted  CIDRs of the proxies of the operator
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
  // Node joins several lines of this header; typed as it is, it could be a list too.
  const text = typeof forwarded === 'string' ? forwarded : (forwarded ?? []).join(',')
  let end = text.length
  for (let hops = 0; hops < HOPS_MAX && end > 0 && isTrusted(address, trusted); hops += 1) {
    const start = text.lastIndexOf(',', end - 1)
    const next = hopOf(text.slice(start + 1, end))
    // A proxy that writes no address has not said who asked; it is then itself the last one that is known.
    if (next === undefined) break
    address = next
    end = start
  }
  return shownAs(address)
}

/** Whether a trusted proxy forwarded the request: its address is at the other end, and it named the client. */
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

/** One element of the header; some proxies add the port. */
function hopOf(element: string): Address | undefined {
  const text = element.trim()
  if (text.length > HOP_CHARS_MAX) return undefined
  const withPort = /^(?:\[([^\]]*)\]|([\d.]+)):\d{1,5}$/.exec(text)
  return parseAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}

// One spelling for one address: windows count and entries are searched by this text.
function shownAs(address: Address): string {
  return address.toString()
}
