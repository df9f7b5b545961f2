import { isIPv6 } from 'node:net'
import { emailsIn } from './names.ts'
import { plainOf } from './plain.ts'

/** Network targets in a text. Hosts are normalized as link parsers do. */
export interface Addresses {
  /** Hosts of links in any scheme, and of links without a scheme: `//host`, `\\host`. */
  readonly linked: readonly string[]
  /** Hosts and machine addresses outside of links. */
  readonly bare: readonly string[]
  readonly emails: readonly string[]
}

/** Placeholder for a target that is not a valid host. Parsers disagree about it. */
export const AMBIGUOUS = '?'

/** Own limit of hosts per kind. Texts with more have unchecked targets. */
const HOSTS_MAX = 1_000
/** A nested link is found as well: the text after the slashes is not consumed. */
/** `https:host` is equivalent to `https://host`, and `\` to `/` in these schemes. */
const SPECIAL = /(?<![a-z0-9])(?:https?|wss?|ftps?):[/\\]{0,8}(?=([^\s"'<>`{|}]{1,512}))/gi
const SCHEME = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}):[/\\]{2}([/\\]{0,6})(?=([^\s"'<>`{|}]{1,512}))/gi
/** A scheme-relative link. In running text `//` starts comments as well: there a dot is required. */
const SCHEMELESS = /(?:^|[\s"'=(,;])[/\\]{2,8}(?=([^\s"'<>`{|}/\\]{1,253}))/g
/** Link parsers remove these at any position. */
const LEFT_OUT = /[\t\r\n]/g
const LEFT_OUT_CHARS_MAX = 4_096

const BARE = /(?<![\p{L}\p{N}_@.-])[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,8}/gu
/** Top-level label of a host name: letters, or IDNA-encoded letters of another script. */
const TOP = /\.(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu
/** File extensions that are not top-level domains. Ambiguous ones, such as `md` and `sh`, count as hosts. */
const FILE_END =
  /\.(?:txt|pdf|csv|tsv|json|jsonl|xml|ya?ml|docx?|xlsx?|pptx?|odt|png|jpe?g|gif|svg|webp|html?|css|jsx?|tsx?|java|log|cfg|conf|ini|toml|lock|bak|tmp|sql|eml|ics|parquet)$/iu
/** Four parts of an address, each decimal, octal or hexadecimal. */
const FOUR_PARTS = /^(?:0x[0-9a-f]{1,8}|\d{1,11})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,11})){3}$/i
const HEX_PART = /^(?:[0-9a-fx]{1,11}\.){0,3}0x[0-9a-f]{1,8}(?:\.[0-9a-fx]{1,11}){0,3}$/i
const SIX = /(?<![\p{L}\p{N}:.])[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\p{L}\p{N}:])/giu

/** Extracts all addresses in a text that a tool call could reach. Runs in linear time. */
export function addressesIn(input: string): Addresses {
  const text = plainOf(input)
  const linked = linkedHosts(text)
  if (text.length <= LEFT_OUT_CHARS_MAX && text.search(LEFT_OUT) !== -1) {
    for (const [, rest] of text.replaceAll(LEFT_OUT, '').matchAll(SPECIAL)) linked.push(hostOf(rest!))
  }
  return { linked, bare: firstOf(bareHosts(text)), emails: emailsIn(text) }
}

/** Returns the hosts of the links in a text. @param text  in plain letters */
export function linkedHosts(text: string): string[] {
  return firstOf(everyLinked(text))
}

function* everyLinked(text: string): Generator<string> {
  for (const [, rest] of text.matchAll(SPECIAL)) yield hostOf(rest!)
  for (const [, scheme, more, rest] of text.matchAll(SCHEME)) {
    // `file:///path` is this machine's.
    if (scheme!.toLowerCase() !== 'file' || more === '') yield hostOf(rest!)
  }
  for (const { 1: rest, index } of text.matchAll(SCHEMELESS)) {
    const host = hostOf(rest!)
    if (index === 0 || TOP.test(host) || FOUR_PARTS.test(host)) yield host
  }
}

function firstOf(hosts: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const host of hosts) {
    if (found.size >= HOSTS_MAX) return [...found, AMBIGUOUS]
    found.add(host)
  }
  return [...found]
}

/** Returns the host of a link from the text after its slashes. */
function hostOf(rest: string): string {
  const end = rest.search(/[/\\?#]/)
  const authority = end === -1 ? rest : rest.slice(0, end)
  const parts = authority.split('@')
  // `a\@b` is host `a` for browsers and `b` for others; with several separators some parsers use the first, some the last.
  if (parts.length > 2 || (end !== -1 && rest[end] === '\\' && rest.includes('@', end))) return AMBIGUOUS
  const host = parts.at(-1)!.replace(/[.,;:!)\]]{1,8}$/, '')
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? AMBIGUOUS
}

function* bareHosts(text: string): Generator<string> {
  for (const [name] of text.matchAll(BARE)) {
    const isHost = TOP.test(name) ? !FILE_END.test(name) : FOUR_PARTS.test(name) || HEX_PART.test(name)
    if (isHost) yield URL.parse(`http://${name}`)?.hostname ?? name.toLowerCase()
  }
  for (const [name] of text.matchAll(SIX)) if (name.length > 2 && isIPv6(name)) yield `[${name.toLowerCase()}]`
}
