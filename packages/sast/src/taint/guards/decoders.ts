import { NONE, type Register } from '../ir.ts'
import type { At, Definitions } from './definitions.ts'
import { SAME_TEXT } from './tests.ts'
import type { Call } from './truth.ts'

/** What gives something else than the letters that it is given, by the last part of its name. */
const DECODERS = new Set(
  (
    'atob unescape decodeURI decodeURIComponent unquote unquote_plus unquote_to_bytes b64decode urlsafe_b64decode standard_b64decode ' +
    'b32decode b16decode a85decode b85decode decodebytes unhexlify fromhex a2b_base64 a2b_hex base64_decode urldecode rawurldecode hex2bin ' +
    'html_entity_decode htmlspecialchars_decode json_decode unserialize gzuncompress gzinflate gzdecode str_rot13 convert_uudecode ' +
    'DecodeString QueryUnescape PathUnescape UnescapeString decode64 strict_decode64 urlsafe_decode64 unpack unpack1 unescapeHTML ' +
    'decode_www_form_component FromBase64String FromHexString UrlDecode HtmlDecode UnescapeDataString UrlDecodeToBytes ' +
    'unescapeHtml unescapeHtml4 unescapeJava decodeBase64 decodeHex parseHex decodeToByteArray hexToByteArray decode_utf8 ' +
    'urldecode_bytes percent_decode percent_decode_str decode_to_string'
  ).split(' '),
)

/** The same by what comes before a name that says nothing by itself. */
const BY_OWNER: ReadonlyMap<string, RegExp> = new Map([
  ['decode', /base64|b64|decoder|urlencod|codecs|hex|percent/i],
  ['parse', /^JSON$/],
  ['loads', /^(?:json|pickle|yaml|marshal)$/],
  ['load', /^(?:YAML|Marshal)$/],
  ['Unmarshal', /^json$/],
])

/** Ways in which a text is written of which each letter stands for itself. */
const PLAIN_WAYS = /^(?:utf-?8|utf16le|ucs-?2|latin1|binary|ascii)$/i

/**
 * Whether a call gives something that is made of other letters than what it is given: those say nothing of it.
 * @param owner what gives the thing that it is called on, where that is a call: `Base64.getDecoder`
 */
export function decodes(
  { name, method, arguments: given }: Call,
  owner: string,
  constant: (place: number) => unknown,
): boolean {
  if (DECODERS.has(method)) return true
  // `b64encode(x).decode()` makes a text of the bytes that the encoder wrote.
  if (method === 'decode' && /encode\w*$/i.test(owner)) return false
  const full = name.replace(/::|\\|->/g, '.')
  if (full === 'Buffer.from' && given.length > 1) {
    const way = constant(1)
    return typeof way !== 'string' || !PLAIN_WAYS.test(way)
  }
  return BY_OWNER.get(method)?.test(`${owner} ${full}`.slice(0, -method.length).replace(/^ |\.$/g, '')) === true
}

/** Ours: names and calls between what a function is given and what it decodes. */
const HOPS_MAX = 8

/** Parameters of a function that it gives to a decoder as they are. */
export function decodedParameters(inside: Definitions): ReadonlySet<number> {
  const { fn } = inside
  const found = new Set<number>()
  for (const [block, { instructions }] of fn.blocks.entries()) {
    for (const [index, one] of instructions.entries()) {
      if (one.op !== 'call' || !decodesAny(inside, one, { block, index })) continue
      for (const register of [one.receiver, ...one.arguments.map(({ value }) => value)]) {
        const place = parameterBehind(inside, register, { block, index })
        if (place !== -1) found.add(place)
      }
    }
  }
  return found
}

function decodesAny(inside: Definitions, one: Call, at: At): boolean {
  const owner = one.receiver === NONE ? undefined : inside.of(one.receiver, at)?.one
  return decodes(one, owner?.op === 'call' ? owner.name : '', (place) => {
    const written = inside.of(one.arguments[place]?.value ?? NONE, at)?.one
    return written?.op === 'constant' ? written.value : undefined
  })
}

function parameterBehind(inside: Definitions, register: Register, from: At): number {
  let next = register
  let at = from
  for (let hops = 0; hops < HOPS_MAX && next !== NONE; hops += 1) {
    const of = next
    const place = inside.fn.parameters.findIndex((one) => one.register === of)
    if (place !== -1 && inside.all(of).length === 0) return place
    const found = inside.of(next, at)
    const one = found?.one
    if (found === undefined || one === undefined) return -1
    at = found.at
    if (one.op === 'read' || one.op === 'assign') next = one.from
    else if (one.op === 'combine' && one.kind === 'either') next = one.from[0] ?? NONE
    else if (one.op === 'call' && SAME_TEXT.has(one.method)) next = one.receiver
    else return -1
  }
  return -1
}
