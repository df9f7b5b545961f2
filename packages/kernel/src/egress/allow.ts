import ipaddr from 'ipaddr.js'
import { Failure } from '../failure.ts'

/** Maximum number of entries of one allowlist. Every outbound call checks all of them. */
export const EGRESS_ALLOW_ENTRIES_MAX = 256

/** Destinations that the operator allows in spite of the policy. */
export interface EgressAllow {
  /** Lower-case names. `*.example.com` covers all subdomains of `example.com`, but not the name itself. */
  readonly hosts: readonly string[]
  /** In the form `10.1.0.0/16`; a single address is written as `/32` or `/128`. */
  readonly cidrs: readonly string[]
}

export const NOTHING_ALLOWED: EgressAllow = Object.freeze({ hosts: [], cidrs: [] })

/** Lengths from RFC 1035 section 2.3.4. `_` is allowed because private networks use it. */
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?){0,126}$/

/**
 * Parses an allowlist: host names, `*.` names, addresses and CIDR ranges, separated by commas or spaces.
 * @throws {Failure} `invalid_setting` naming the invalid entry
 */
export function parseEgressAllow(text: string): EgressAllow {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.length > EGRESS_ALLOW_ENTRIES_MAX) {
    throw new Failure('invalid_setting', `contains ${entries.length} entries; the limit is ${EGRESS_ALLOW_ENTRIES_MAX}`)
  }
  const hosts: string[] = []
  const cidrs: string[] = []
  for (const entry of entries) {
    const cidr = cidrOf(entry)
    if (cidr !== undefined) cidrs.push(cidr)
    else if (isHostName(entry.toLowerCase())) hosts.push(entry.toLowerCase())
    else {
      throw new Failure('invalid_setting', `${JSON.stringify(entry.slice(0, 80))} is not a host name, address or CIDR`)
    }
  }
  return { hosts, cidrs }
}

function cidrOf(entry: string): string | undefined {
  const bare = entry.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return `${bare}/32`
  if (ipaddr.IPv6.isValid(bare)) return `${ipaddr.IPv6.parse(bare).toNormalizedString()}/128`
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(bare) || ipaddr.IPv6.isValidCIDR(bare)) return bare
  return undefined
}

// A name whose last label has only digits is an unusual spelling of an address and would never match.
function isHostName(entry: string): boolean {
  return entry.length <= 255 && HOST.test(entry) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(entry)
}
