import ipaddr from 'ipaddr.js'

/** Kind of an address. Only `public` addresses are allowed without the operator's permission. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared (carrier-grade NAT)'
  | 'multicast'
  | 'cloud metadata'
  | 'reserved'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Metadata addresses that return credentials to any caller: AWS, Google, Azure and most others; Amazon ECS; Amazon EKS; AWS over IPv6;
 * Alibaba; Azure's host agent, which has a public address; Oracle.
 */
const METADATA = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    'fd00:ec2::254',
    'fd00:ec2::23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd20:ce::254',
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
)

/** RFC 4291 section 2.4: range of assigned IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: well-known prefix of translators. The last 32 bits are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

const KINDS: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'shared (carrier-grade NAT)',
  multicast: 'multicast',
}

/** Parses an address, with embedded IPv4 addresses unwrapped; undefined for other texts. */
export function parseAddress(text: string): Address | undefined {
  // A zone selects an interface; it does not change the kind of the address.
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  // Most hosts are names. The library rejects names with an exception, which is slow.
  if (/^[\d.]+$/.test(bare)) {
    return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : undefined
  }
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return undefined
  return embeddedAddress(ipaddr.IPv6.parse(bare))
}

/** Returns the kind of an address. Unknown addresses are not public. */
export function kindOf(address: Address): AddressKind {
  if (METADATA.has(address.toNormalizedString())) return 'cloud metadata'
  const kind = KINDS[address.range()] ?? 'reserved'
  if (kind !== 'public' || address instanceof ipaddr.IPv4) return kind
  if (!address.match(GLOBAL_UNICAST)) return 'reserved'
  // ISATAP (RFC 5214) tunnels to the IPv4 address in the last 32 bits, under any prefix.
  const [high, low] = address.parts.slice(4)
  return low === 0x5efe && (high === 0 || high === 0x200) ? kindOf(lastFourBytes(address)) : 'public'
}

/** Returns whether the address is in a range such as `10.0.0.0/8`. */
export function isInside(address: Address, cidr: string): boolean {
  const [text = '', length = ''] = cidr.split('/')
  const range = ipaddr.parse(text)
  // A mapped IPv6 range is compared as an IPv4 range, because addresses are unwrapped.
  if (range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && Number(length) >= 96) {
    return isInside(address, `${range.toIPv4Address().toString()}/${Number(length) - 96}`)
  }
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, Number(length))
  return range instanceof ipaddr.IPv6 && address.match(range, Number(length))
}

/** Returns whether the range contains a single address. */
export function isSingle(cidr: string): boolean {
  return cidr.endsWith(cidr.includes(':') ? '/128' : '/32')
}

function embeddedAddress(address: ipaddr.IPv6): Address {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(NAT64) ? lastFourBytes(address) : address
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
