import { readHost } from '../../detectors/payload/ssrf-host.ts'
import type { ParameterKind } from './parameter-kind.ts'
import { isSecretPath, type ValueProblem } from './value-checks.ts'

const METADATA: ValueProblem = {
  rule: 'ssrf-metadata',
  category: 'ssrf',
  title: 'the address of a cloud metadata service',
}
const DISGUISED: ValueProblem = {
  rule: 'ssrf-disguised-host',
  category: 'ssrf',
  title: 'a disguised internal address',
}
const SERVICE: ValueProblem = {
  rule: 'ssrf-internal-service',
  category: 'ssrf',
  title: 'the address of an internal non-web service',
}
const INTERNAL: ValueProblem = { rule: 'ssrf-internal-host', category: 'ssrf', title: 'an internal address' }
const SCHEME: ValueProblem = {
  rule: 'ssrf-scheme',
  category: 'ssrf',
  title: 'an address of a scheme that reaches internal services',
}

/** WHATWG URL: special schemes accept any number of slashes and backslashes, including none, before the host. */
const ADDRESS = /^(?:https?|ftp|wss?):[\\/]*([^\\/?#]*)/i
const SCHEMELESS = /^[\\/]{2,}([^\\/?#]*)/
const BARE = /^([\w.-]{1,253}(?::\d{1,5})?|\[[\da-f:.]{2,45}\](?::\d{1,5})?)(?:[/?#]|$)/i
const OTHER_SCHEME = /^(?:gopher|dict|netdoc|jar|phar|expect|php|tftp):/i

/** SSH, mail, Docker, etcd, databases, Redis, kubelet and Memcached: a tool that fetches pages has no use for them. */
const SERVICE_PORTS: ReadonlySet<string> = new Set(
  '22 25 2375 2376 2379 2380 3306 5432 6379 10250 11211 27017'.split(' '),
)

/**
 * Returns the problem of a value that is an address as a whole: always for metadata services, disguised internal hosts, and non-web
 * services on internal hosts; for every internal host if the tenant blocks those.
 */
export function problemOfAddress(
  value: string,
  kind: ParameterKind,
  blocksInternal: boolean,
): ValueProblem | undefined {
  // URL parsers drop controls and blanks around an address, and tabs and line breaks within it.
  const plain = trimmed(value).replaceAll(/[\t\r\n]/g, '')
  const takesAddress = kind === 'url' || kind === 'host'
  if (takesAddress && (OTHER_SCHEME.test(plain) || (/^file:/i.test(plain) && isSecretPath(plain)))) return SCHEME
  const withScheme = ADDRESS.exec(plain) ?? (takesAddress ? SCHEMELESS.exec(plain) : null)
  const authority = withScheme?.[1] ?? (takesAddress ? BARE.exec(plain)?.[1] : undefined)
  if (authority === undefined || authority === '') return undefined
  // Text after the address, as in a search phrase, is not part of a host.
  if (/\s/.test(authority)) return undefined
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?/.exec(place) ?? []
  const isBareNumber = withScheme === null && /^\d{1,8}$/.test(host)
  if (isBareNumber) return undefined
  const { kind: reached, disguised } = readHost(host)
  if (reached === 'metadata') return METADATA
  if (reached === 'public') return undefined
  if (disguised && (withScheme !== null || kind === 'host')) return DISGUISED
  if (blocksInternal) return INTERNAL
  return withScheme !== null && SERVICE_PORTS.has(port) ? SERVICE : undefined
}

/** Returns a value without surrounding control characters and whitespace, in one pass. */
function trimmed(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && value.charCodeAt(start) <= 0x20) start += 1
  while (end > start && value.charCodeAt(end - 1) <= 0x20) end -= 1
  return value.slice(start, end)
}
