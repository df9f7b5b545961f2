import type { Emit, PiiEntity, Source } from './entity.ts'
import { isAlnumCode } from './tokens.ts'

/** Longest text form of an IPv6 address, with an IPv4 tail. */
const IPV6_CHARS_MAX = 45

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** Ranges that name no host on the public Internet: RFC 6890 and the documentation blocks of RFC 5737. */
function isSpecialV4(octets: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = octets
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true
  if (a === 169 && b === 254) return true
  if (a === 172 && b >= 16 && b <= 31) return true
  if (a === 100 && b >= 64 && b <= 127) return true
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2))
  return (a === 198 && ((b === 51 && c === 100) || b === 18 || b === 19)) || (a === 203 && b === 0 && c === 113)
}

/** A number that may be a version stays below the threshold without a context word. */
const SCORE_SPECIAL = 0.35
const SCORE_PUBLIC = 0.65
/** Loopback and "any" addresses are shared by all machines; no context makes them personal. */
const SCORE_NOBODY = 0.05

function ipv4Score(_: string, match: string): number {
  if (!V4.test(match)) return 0
  const octets = match.split('.').map(Number)
  if (octets[0] === 127 || octets[0] === 0) return SCORE_NOBODY
  if (isSpecialV4(octets)) return SCORE_SPECIAL
  return octets.every((octet) => octet < 20) ? SCORE_SPECIAL : SCORE_PUBLIC
}

function scanV6({ text, table }: Source, emit: Emit): void {
  let done = 0
  for (const colon of table.colons) {
    if (colon < done) continue
    let start = colon
    while (start > 0 && colon - start < 4 && isHex(text.charCodeAt(start - 1))) start--
    if (start === colon && text.charCodeAt(start - 1) === 58) start--
    const ceiling = Math.min(text.length, start + IPV6_CHARS_MAX + 1)
    let end = start
    while (end < ceiling && (isHex(text.charCodeAt(end)) || text.charCodeAt(end) === 58 || isV4Dot(text, end))) end++
    done = end
    // "fe80::1%eth0" keeps its zone outside; a colon at the end of the run belongs to the sentence.
    if (text.charCodeAt(end - 1) === 58 && text.charCodeAt(end - 2) !== 58) end--
    if (isWordCode(text.charCodeAt(start - 1)) || isWordCode(text.charCodeAt(end))) continue
    const score = ipv6Score(text.slice(start, end).toLowerCase())
    if (score > 0) emit(start, end, score)
  }
}

function isV4Dot(text: string, at: number): boolean {
  return text.charCodeAt(at) === 46 && isDecimal(text.charCodeAt(at - 1)) && isDecimal(text.charCodeAt(at + 1))
}

function ipv6Score(address: string): number {
  const halves = address.split('::')
  if (halves.length > 2) return 0
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  let count = groups.length
  const tail = groups.at(-1) ?? ''
  if (tail.includes('.')) {
    if (!V4.test(tail)) return 0
    count++
    groups.pop()
  }
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return 0
  if (halves.length === 1 ? count !== 8 : count > 7) return 0
  if (halves.length === 2 && (count < 2 || !/\d/.test(address))) return 0.15
  if (/^[0:]*:[01]?$/.test(address)) return SCORE_NOBODY
  const first = Number.parseInt(groups[0] ?? '0', 16)
  // Link-local, unique local, multicast, loopback and documentation addresses.
  const special =
    first === 0 || (first >= 0xfe80 && first <= 0xfebf) || (first >= 0xfc00 && first <= 0xfdff) || first >= 0xff00
  if (address.startsWith('::ffff:')) return SCORE_PUBLIC
  if (special || address.startsWith('2001:db8:')) return SCORE_SPECIAL + (count > 4 ? 0.2 : 0)
  return count > 3 ? 0.8 : 0.5
}

const ADDRESS_TERMS = (
  'ip|ips|ipv4|ipv6|ip address|ip addresses|ip adresse|adresse ip|dirección ip|indirizzo ip|remote addr|client ip|login from|' +
  'logged|visitor|ipaddress'
).split('|')

export const ipAddress: PiiEntity = {
  name: 'IP_ADDRESS',
  aliases: ['IP', 'IPV4', 'IPV6', 'IP_ADDR', 'IPADDRESS'],
  title: 'IP address, version 4 or 6',
  group: 'network',
  context: ADDRESS_TERMS,
  counter: [
    'v',
    'ver',
    'release',
    'section',
    'chapter',
    'driver',
    'firmware',
    'oid',
    'clause',
    'chrome',
    'safari',
    'sdk',
  ],
  decoded: true,
  shapes: [{ leads: [1, 2, 3], form: /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/y, judge: ipv4Score }],
  scan: scanV6,
  examples: {
    finds: [
      ['Login from 84.17.61.18 failed', '84.17.61.18'],
      ['IP 10.0.0.7', '10.0.0.7'],
      ['2a00:1450:4001:81b::200e', '2a00:1450:4001:81b::200e'],
      ['6e40:4041:c617:e898:c11:40d2:c669:2eb4', '6e40:4041:c617:e898:c11:40d2:c669:2eb4'],
      ['mapped ::ffff:84.17.61.18', '::ffff:84.17.61.18'],
    ],
    ignores: [
      'version 84.17.61.18',
      'Release 10.0.0.7',
      '300.1.1.1',
      '1.2.3.4.5',
      'at 12:30:45 today',
      'std::vector and abc::def',
      'the range 127.0.0.1',
    ],
  },
}

const MAC_COLONS = /[0-9a-f]{2}(?::[0-9a-f]{2}){5}/iy
const MAC_OTHER = /[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}/iy

function scanMac({ text, table }: Source, emit: Emit): void {
  let done = 0
  for (const colon of table.colons) {
    if (colon < done) continue
    done = tryMac(text, colon - 2, MAC_COLONS, emit)
  }
  done = 0
  for (let index = 0; index < table.count; index++) {
    const start = table.starts[index] as number
    const length = (table.ends[index] as number) - start
    if (start < done || (length !== 2 && length !== 4)) continue
    // A leading group may contain only letters, so check the previous group as well.
    let first = start
    for (let back = 0; back < 5 && text.charCodeAt(first - 1) === 45 && isHex(text.charCodeAt(first - 2)); back++)
      first -= 3
    done = tryMac(text, Math.max(0, first), MAC_OTHER, emit)
  }
}

/** @returns the offset at which the search continues */
function tryMac(text: string, start: number, form: RegExp, emit: Emit): number {
  if (start < 0) return 0
  form.lastIndex = start
  const match = form.exec(text)
  if (match === null) return 0
  const end = start + match[0].length
  const before = text.charCodeAt(start - 1)
  const after = text.charCodeAt(end)
  // Longer chains are fingerprints and other hashes.
  const joined =
    isWordCode(before) || isWordCode(after) || (after === 45 && isHex(text.charCodeAt(end + 1))) || before === 45
  if (!joined && !/^(?:[0:.-]+|[f:.-]+)$/i.test(match[0])) emit(start, end, 0.7)
  return joined ? start : end
}

export const macAddress: PiiEntity = {
  name: 'MAC_ADDRESS',
  aliases: ['MAC', 'HARDWARE_ADDRESS'],
  title: 'Hardware (MAC) address',
  group: 'network',
  context: ['mac', 'mac address', 'hardware address', 'ethernet', 'wifi', 'bssid', 'hwaddr', 'ether'],
  decoded: true,
  scan: scanMac,
  examples: {
    finds: [
      ['ether 00:1B:44:11:3A:B7', '00:1B:44:11:3A:B7'],
      ['AA-BB-CC-11-22-33', 'AA-BB-CC-11-22-33'],
      ['mac 001b.4411.3ab7', '001b.4411.3ab7'],
    ],
    ignores: ['ff:ff:ff:ff:ff:ff', '12:30:45', 'a1:b2:c3:d4:e5:f6:07:18:29:3a:4b:5c', '2024-01-02-03-04-05'],
  },
}

function isHex(code: number): boolean {
  return isDecimal(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}

function isDecimal(code: number): boolean {
  return code >= 48 && code <= 57
}

function isWordCode(code: number): boolean {
  return isAlnumCode(code) || code === 58 || code === 95
}
