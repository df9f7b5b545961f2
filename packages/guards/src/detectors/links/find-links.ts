import { parse } from 'tldts'

/** A link in a text, by its place in the original. */
export interface Link {
  readonly start: number
  readonly end: number
  /** Lower-case host without a final dot, as written; punycode stays punycode. */
  readonly host: string
  /** The part of the host that somebody registers, e.g. `example.co.uk`; the host itself where it is an address or unknown. */
  readonly domain: string
  /** Whether the end of the host is one that exists (public suffix list). */
  readonly suffixKnown: boolean
  readonly isAddress: boolean
  /** Whether `user@` or `user:password@` stands before the host. */
  readonly hasUser: boolean
}

/** Links read of one text. An answer with more is none for a person, and is flagged for what was not read. */
export const LINKS_MAX = 2_000

const LINK_CHARS = '[^\\s<>"\'`()\\[\\]{}|\\\\^，。；！？、「」“”„’‘…—–«»]'
/** Brackets stand around an IPv6 address alone. */
const IN_BRACKETS = '\\[[0-9a-f:.]{2,45}\\]'
const LINK = new RegExp(
  `(?:https?|ftp):[\\\\/]{2}((?:${LINK_CHARS}|(?<=[\\\\/@])${IN_BRACKETS}){1,2000})|\\bwww\\.(${LINK_CHARS}{1,2000})`,
  'giu',
)

/** Every http, https and ftp link, and what begins with `www.`; in order. Linear. */
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

/** Browsers read `0x7f.1` and `2130706433` as addresses too: one to four numbers, decimal, octal or hexadecimal. */
const NUMBERS = /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}$/u

/** The address that a browser makes of a host, in its usual form; undefined for a name. */
function addressOf(host: string): string | undefined {
  if (!NUMBERS.test(host) && !host.startsWith('[')) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/gu, '') : undefined
}

/** The registrable domains of links and bare host names in a text, for comparing with. Bounded like {@link findLinks}. */
export function domainsIn(text: string): Set<string> {
  const domains = new Set(findLinks(text).map(({ domain }) => domain))
  for (const [host] of text.matchAll(/\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\b/giu)) {
    if (domains.size >= LINKS_MAX) break
    const known = parse(host.toLowerCase())
    if (known.domain !== null && known.isIcann === true) domains.add(known.domain)
  }
  return domains
}
