import { lookup } from 'node:dns/promises'
import { Failure } from '../failure.ts'
import { type Address, isInside, isSingle, kindOf, parseAddress } from './addresses.ts'
import type { EgressAllow } from './allow.ts'

/** Returns the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface EgressPolicy {
  readonly allow: EgressAllow
  /** Loopback destinations are allowed if authentication is off and the service is on loopback. */
  readonly localMode: boolean
  readonly resolve: Resolve
}

export interface Destination {
  readonly url: URL
  /** Lower case, without brackets and final dot. */
  readonly host: string
  /** Address of a host that is an IP literal and needs no resolution. */
  readonly address: string | undefined
}

/** RFC 7230 requires 8000; user input is shorter. */
export const URL_CHARS_MAX = 8192
/** Own limit of a name resolution. */
export const DNS_TIMEOUT_MS = 5000
/** Maximum number of addresses per name. */
const ADDRESSES_MAX = 64
/** Default schemes. */
export const WEB_SCHEMES: readonly string[] = ['http', 'https']

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Checks a URL without name resolution: syntax, scheme, credentials, and a literal address.
 * @param schemes without colon
 * @throws {Failure} `egress_refused`
 */
export function checkUrl(value: string | URL, schemes: readonly string[], policy: EgressPolicy): Destination {
  const text = String(value)
  if (text.length > URL_CHARS_MAX) throw refused(`the URL exceeds ${URL_CHARS_MAX} characters`)
  if (!URL.canParse(text)) throw refused('invalid outbound URL')
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (!schemes.includes(scheme)) throw refused(`the scheme ${scheme} is not allowed; allowed: ${schemes.join(', ')}`)
  if (url.username !== '' || url.password !== '') {
    throw refused(`the URL of ${url.host} contains a user name or password; send credentials in a header`)
  }
  const host = hostOf(url)
  const address = parseAddress(host)
  if (address === undefined) return { url, host, address: undefined }
  checkAddress(host, address, policy)
  if (isOddSpelling(text, address) && !isListed(address, policy)) {
    throw refused(`${address.toString()} is in a non-standard notation; write the full address`)
  }
  return { url, host, address: address.toString() }
}

/**
 * Resolves a host once and checks all its addresses. One denied address denies the host: a name with both internal and external addresses
 * is an attack.
 * @returns the only addresses to connect to
 * @throws {Failure} `egress_refused`; `unavailable` if the name cannot be resolved
 */
export async function checkHost(host: string, policy: EgressPolicy): Promise<readonly string[]> {
  const texts = await resolveInTime(host, policy.resolve)
  if (texts.length > ADDRESSES_MAX) throw refused(`${host} resolves to more than ${ADDRESSES_MAX} addresses`)
  return texts.map((text) => {
    const address = parseAddress(text)
    if (address === undefined) throw refused(`${host} resolves to an invalid address`)
    checkAddress(host, address, policy)
    return address.toString()
  })
}

/** Returns whether the host or its literal address is in the allowlist. */
export function isAllowlisted({ host, address }: Destination, policy: EgressPolicy): boolean {
  const parsed = address === undefined ? undefined : parseAddress(address)
  return hostMatches(host, policy.allow.hosts) || (parsed !== undefined && isListed(parsed, policy))
}

function checkAddress(host: string, address: Address, policy: EgressPolicy): void {
  const kind = kindOf(address)
  if (kind === 'public' || isListed(address, policy)) return
  if (kind !== 'cloud metadata' && hostMatches(host, policy.allow.hosts)) return
  if (kind === 'loopback' && policy.localMode) return
  const where = host === address.toString() ? host : `${host} (${address.toString()})`
  throw refused(
    `${where} is a ${kind} address, which the egress policy blocks; to allow it, add it to GATEHOUSE_EGRESS_ALLOW`,
  )
}

/** A range allows its addresses except metadata addresses, which must be listed individually. */
function isListed(address: Address, { allow }: EgressPolicy): boolean {
  const isMetadata = kindOf(address) === 'cloud metadata'
  return allow.cidrs.some((cidr) => isInside(address, cidr) && (!isMetadata || isSingle(cidr)))
}

function hostMatches(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))
}

/** Returns the host as browsers parse it, for any scheme: `0x7f.1`, `2130706433` and `①` are normalized. */
function hostOf(url: URL): string {
  const web = `http://${url.hostname}/`
  if (url.hostname === '' || !URL.canParse(web)) throw refused('the outbound URL has no host')
  return new URL(web).hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/** Returns whether an IPv4 address was not written as four decimal numbers. */
function isOddSpelling(text: string, address: Address): boolean {
  const dotted = address.toString()
  const authority = /^[a-z][a-z0-9+.-]*:[\\/]*([^\\/?#]*)/i.exec(text.trim())?.[1] ?? ''
  return address.kind() === 'ipv4' && !authority.startsWith('[') && authority.replace(/:\d*$/, '') !== dotted
}

async function resolveInTime(host: string, resolve: Resolve): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), DNS_TIMEOUT_MS)
  })
  try {
    const texts = await Promise.race([resolve(host), timeout])
    if (texts.length === 0) throw new Error('no address')
    return texts
  } catch (cause) {
    throw new Failure('unavailable', `cannot resolve the host name ${host}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function refused(sentence: string): Failure {
  return new Failure('egress_refused', sentence)
}
