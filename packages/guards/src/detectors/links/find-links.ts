import { parse } from 'tldts'

/** A link in a text, with its range in the original. */
export interface Link {
  readonly start: number
  readonly end: number
  /** Lower-case host without a final dot, as written; punycode stays punycode. */
  readonly host: string
  /** Registrable part of the host, e.g. `example.co.uk`; the host itself for an address or an unknown suffix. */
  readonly domain: string
  /** Whether the suffix of the host exists (public suffix list). */
  readonly suffixKnown: boolean
  readonly isAddress: boolean
  /** Whether `user@` or `user:password@` precedes the host. */
  readonly hasUser: boolean
}

/** Maximum number of links per text. A text with more is flagged because the rest is unread. */
export const LINKS_MAX = 2_000

const LINK_CHARS = '[^\\s<>"\'`()\\[\\]{}|\\\\^，。；！？、「」“”„’‘…—–«»]'
/** Only an IPv6 address has brackets. */
const IN_BRACKETS = '\\[[0-9a-f:.]{2,45}\\]'
const LINK = new RegExp(
  `(?:https?|ftp):[\\\\/]{2}((?:${LINK_CHARS}|(?<=[\\\\/@])${IN_BRACKETS}){1,2000})|\\bwww\\.(${LINK_CHARS}{1,2000})`,
  'giu',
)

/** Returns every http, https and ftp link, and text with the prefix `www.`; in order. Linear. */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  for (const match of text.matchAll(LINK)) {
    if (links.length >= LINKS_MAX) break
    const authority = match[1] ?? `www.${match[2] ?? ''}`
    const link = readLink(authority, match.index, match.index + match[0].length)
    if (link !== undefined) links.push(link)
  }
  return links
}

function readLink(rest: string, start: number, end: number): Link | undefined {
  const authority = rest.split(/[/?#]/u, 1)[0] ?? ''
  const at = authority.lastIndexOf('@')
  const host = authority
    .slice(at + 1)
    .replace(/:\d{0,5}$/u, '')
    .replace(/&.*$/u, '')
    .replace(/[.,;:!*_~]+$/u, '')
    .toLowerCase()
  if (host === '') return undefined
  const address = addressOf(host)
  const known = parse(address ?? host, { allowPrivateDomains: false })
  return {
    start,
    end,
    host,
    domain: known.domain ?? address ?? host,
    suffixKnown: known.isIcann === true || known.isPrivate === true,
    isAddress: address !== undefined || known.isIp === true,
    hasUser: at !== -1,
  }
}

/** Browsers also parse `0x7f.1` and `2130706433` as addresses: one to four numbers, decimal, octal or hexadecimal. */
const NUMBERS = /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}$/u

/** Returns the address that a browser reads from a host, in normal form; undefined for a name. */
function addressOf(host: string): string | undefined {
  if (!NUMBERS.test(host) && !host.startsWith('[')) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/gu, '') : undefined
}

/** Returns the registrable domains of links and bare host names in a text, for comparisons. Bounded like {@link findLinks}. */
export function domainsIn(text: string): Set<string> {
  const domains = new Set(findLinks(text).map(({ domain }) => domain))
  for (const [host] of text.matchAll(/\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\b/giu)) {
    if (domains.size >= LINKS_MAX) break
    const known = parse(host.toLowerCase())
    if (known.domain !== null && known.isIcann === true) domains.add(known.domain)
  }
  return domains
}
