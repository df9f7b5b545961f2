/** Kind of a host name or address, in any spelling. */
export type HostKind = 'public' | 'loopback' | 'private' | 'link_local' | 'metadata' | 'unspecified'

export interface HostReading {
  readonly kind: HostKind
  /** Unusual spelling: one number, octal, hex, short forms, an embedded address. */
  readonly disguised: boolean
}

/** A host name in DNS has at most 253 characters (RFC 1035); a longer one is not checked. */
const HOST_CHARS_MAX = 253

const METADATA_NAMES =
  /^(?:metadata(?:\.google\.internal|\.goog)?|instance-data(?:\.ec2\.internal)?|metadata\.(?:azure|tencentyun|packet)\.\w{2,8})$/
const METADATA_ADDRESSES = new Set([0xa9fea9fe, 0xa9fea9fd, 0xa9feaa02, 0x646464c8, 0xc0000be0])
/** Public DNS services that resolve to the address in the name, and names that always mean the local machine. */
const REBINDING =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|yoogle\.com|rbndr\.us|1u\.ms|ipq\.co|spoofed\.burpcollaborator\.net|127-0-0-1\.org\.uk|fbi\.com)$/

/** Last labels of names of this machine and of private networks. */
const INNER_ENDS: ReadonlySet<string> = new Set(
  'localhost localhost6 localdomain internal intranet corp lan arpa local'.split(' '),
)
/** Last labels of the rebinding services, and of most of the web. */
const SHARED_ENDS: ReadonlySet<string> = new Set('com net io me uk us co ms'.split(' '))
/** First letters of a name that metadata services go by. */
const METADATA_START = /^(?:metadata|instance-data)/

/** Maximum length of an ordinary host; longer ones need no fast path. */
const ORDINARY_CHARS_MAX = 100

/** End of the authority of an address, besides the end of the text. */
const AUTHORITY_END = /[\s/?#"'<>`|\\)]/

/**
 * Whether the host of an address is an ordinary public name, as nearly all are: one that `readHost` classifies as public and plain. Takes
 * few steps.
 * @param start start of the authority, after `://`
 * @returns false for any doubt
 */
export function isOrdinaryHost(text: string, start: number): boolean {
  // A number in any notation starts with a digit.
  if (!isLetter(text.charCodeAt(start))) return false
  const last = Math.min(text.length, start + ORDINARY_CHARS_MAX)
  let end = start + 1
  let label = start
  while (end < last) {
    const unit = text.charCodeAt(end)
    if (unit === 46 && isNameChar(text.charCodeAt(end + 1))) label = end + 1
    else if (!isNameChar(unit)) break
    end += 1
  }
  // One dot may end the name, or the sentence around it.
  const closed = text.charCodeAt(end) === 46 ? end + 1 : end
  if (closed < text.length && !AUTHORITY_END.test(text.charAt(closed))) return false
  const host = text.slice(start, end).toLowerCase()
  const suffix = host.slice(label - start)
  if (INNER_ENDS.has(suffix) || METADATA_START.test(host)) return false
  return !SHARED_ENDS.has(suffix) || !REBINDING.test(host)
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20
  return lower >= 97 && lower <= 122
}

function isNameChar(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 45
}

/** Reads one host like every resolver that a server might use. */
export function readHost(raw: string): HostReading {
  const host = unwrap(raw)
  const reading = readPlain(host)
  // Encoded or full-width letters in a host have no honest use.
  return { kind: reading.kind, disguised: reading.disguised || /%|[^\x00-\x7f]/.test(raw) }
}

function readPlain(host: string): HostReading {
  if (host.length === 0 || host.length > HOST_CHARS_MAX) return { kind: 'public', disguised: false }
  if (host.includes(':')) return readV6(host)
  const number = readV4(host)
  if (number !== undefined) {
    return { kind: kindOfV4(number), disguised: !/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(host) }
  }
  if (/^localhost(?:\.localdomain|6)?$/.test(host) || host.endsWith('.localhost'))
    return { kind: 'loopback', disguised: false }
  if (METADATA_NAMES.test(host)) return { kind: 'metadata', disguised: false }
  if (REBINDING.test(host)) return readRebinding(host)
  if (/\.(?:internal|intranet|corp|lan|home\.arpa|svc\.cluster\.local)$/.test(host))
    return { kind: 'private', disguised: false }
  return { kind: 'public', disguised: false }
}

function unwrap(raw: string): string {
  let host = raw.normalize('NFKC').toLowerCase().replaceAll('。', '.')
  if (host.includes('%'))
    host = host.replaceAll(/%([0-9a-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (host.startsWith('[')) host = host.replaceAll(/^\[|\]$/g, '')
  return host.replace(/\.$/, '')
}

/** Reads an address like `inet_aton`: one to four parts, each decimal, octal or hex, the last filling the rest. */
function readV4(host: string): number | undefined {
  const parts = host.split('.')
  if (parts.length > 4) return undefined
  let value = 0
  for (const [index, part] of parts.entries()) {
    const number = readPart(part)
    if (number === undefined) return undefined
    const last = index === parts.length - 1
    const limit = last ? 256 ** (5 - parts.length) : 256
    if (number >= limit) return undefined
    value += last ? number : number * 256 ** (3 - index)
  }
  return value
}

function readPart(part: string): number | undefined {
  if (/^0x[0-9a-f]{1,8}$/.test(part)) return Number.parseInt(part, 16)
  if (/^0[0-7]{1,14}$/.test(part)) return Number.parseInt(part, 8)
  return /^(?:0|[1-9]\d{0,9})$/.test(part) ? Number(part) : undefined
}

function kindOfV4(address: number): HostKind {
  if (METADATA_ADDRESSES.has(address)) return 'metadata'
  const first = Math.floor(address / 2 ** 24)
  const second = Math.floor(address / 2 ** 16) % 256
  if (first === 127) return 'loopback'
  if (first === 0) return 'unspecified'
  if (first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168))
    return 'private'
  if (first === 169 && second === 254) return 'link_local'
  return first === 100 && second >= 64 && second < 128 ? 'private' : 'public'
}

function readV6(host: string): HostReading {
  const zoneless = host.replace(/%.*$/, '')
  if (!/^[0-9a-f:.]{2,45}$/.test(zoneless)) return { kind: 'public', disguised: false }
  const dotted = /(\d{1,3}(?:\.\d{1,3}){3})$/.exec(zoneless)?.[1]
  if (dotted !== undefined) return { kind: kindOfV4(readV4(dotted) ?? 0x08080808), disguised: true }
  const mapped =
    /^(?:0{0,4}:){1,5}:?(?:ffff:|ffff:0{1,4}:)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(zoneless) ??
    /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(zoneless)
  if (mapped !== null) {
    const address = Number.parseInt(mapped[1] ?? '0', 16) * 65_536 + Number.parseInt(mapped[2] ?? '0', 16)
    return { kind: kindOfV4(address), disguised: true }
  }
  if (/^(?:0{0,4}:){2,7}0{0,3}1$/.test(zoneless)) return { kind: 'loopback', disguised: false }
  if (/^(?:0{0,4}:){2,7}0{0,4}$/.test(zoneless)) return { kind: 'unspecified', disguised: true }
  if (/^fd00:ec2::254$|^fd20:ce::254$/.test(zoneless)) return { kind: 'metadata', disguised: false }
  if (/^fe[89ab]/.test(zoneless)) return { kind: 'link_local', disguised: false }
  return { kind: /^f[cd]/.test(zoneless) ? 'private' : 'public', disguised: false }
}

function readRebinding(host: string): HostReading {
  const embedded = /(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})/.exec(host)
  const hex = /(?:^|\.)([0-9a-f]{8})\./.exec(host)
  const address =
    embedded === null
      ? hex === null
        ? undefined
        : Number.parseInt(hex[1] ?? '', 16)
      : readV4(embedded.slice(1, 5).join('.'))
  const kind = address === undefined ? 'loopback' : kindOfV4(address)
  return { kind, disguised: kind !== 'public' }
}
