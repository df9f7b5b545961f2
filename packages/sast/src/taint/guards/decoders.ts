import { NONE, type Register } from '../ir.ts'
import type { At, Definitions } from './definitions.ts'
import { SAME_TEXT } from './tests.ts'
import type { Call } from './truth.ts'

/** Decoders by the last part of their name: the result has other letters than the argument. */
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

/** Decoders with a generic name, by the preceding part of the name. */
const BY_OWNER: ReadonlyMap<string, RegExp> = new Map([
  ['decode', /base64|b64|decoder|urlencod|codecs|hex|percent/i],
  ['parse', /^JSON$/],
  ['loads', /^(?:json|pickle|yaml|marshal)$/],
  ['load', /^(?:YAML|Marshal)$/],
  ['Unmarshal', /^json$/],
])

/** Character encodings in which each letter represents itself. */
const PLAIN_WAYS = /^(?:utf-?8|utf16le|ucs-?2|latin1|binary|ascii)$/i

/**
 * Whether a call decodes its argument: facts about the argument's letters do not apply to the result.
 * @param owner callee that returns the receiver, where it is a call: `Base64.getDecoder`
 */
export function decodes(
  { name, method, arguments: values }: Call,
  owner: string,
  constant: (place: number) => unknown,
): boolean {
  if (DECODERS.has(method)) return true
  // `b64encode(x).decode()` converts the encoder's bytes to a text.
  if (method === 'decode' && /encode\w*$/i.test(owner)) return false
  const full = name.replace(/::|\\|->/g, '.')
  if (full === 'Buffer.from' && values.length > 1) {
    const path = constant(1)
    return typeof path !== 'string' || !PLAIN_WAYS.test(path)
  }
  return BY_OWNER.get(method)?.test(`${owner} ${full}`.slice(0, -method.length).replace(/^ |\.$/g, '')) === true
}

/** Own limit: names and calls between a parameter and the decoder. */
const HOPS_MAX = 8

/** Returns the parameters that a function passes unchanged to a decoder. */
export function decodedParameters(inside: Definitions): ReadonlySet<number> {
  const { fn } = inside
  const found = new Set<number>()
  for (const [block, { instructions }] of fn.blocks.entries()) {
    for (const [index, instruction] of instructions.entries()) {
      if (instruction.op !== 'call' || !decodesAny(inside, instruction, { block, index })) continue
      for (const register of [instruction.receiver, ...instruction.arguments.map(({ value }) => value)]) {
        const place = parameterOf(inside, register, { block, index })
        if (place !== -1) found.add(place)
      }
    }
  }
  return found
}

function decodesAny(inside: Definitions, call: Call, at: At): boolean {
  const owner = call.receiver === NONE ? undefined : inside.of(call.receiver, at)?.one
  return decodes(call, owner?.op === 'call' ? owner.name : '', (place) => {
    const written = inside.of(call.arguments[place]?.value ?? NONE, at)?.one
    return written?.op === 'constant' ? written.value : undefined
  })
}

function parameterOf(inside: Definitions, register: Register, from: At): number {
  let next = register
  let at = from
  for (let hops = 0; hops < HOPS_MAX && next !== NONE; hops += 1) {
    const of = next
    const place = inside.fn.parameters.findIndex((parameter) => parameter.register === of)
    if (place !== -1 && inside.all(of).length === 0) return place
    const found = inside.of(next, at)
    const item = found?.one
    if (found === undefined || item === undefined) return -1
    at = found.at
    if (item.op === 'read' || item.op === 'assign') next = item.from
    else if (item.op === 'combine' && item.kind === 'either') next = item.from[0] ?? NONE
    else if (item.op === 'call' && SAME_TEXT.has(item.method)) next = item.receiver
    else return -1
  }
  return -1
}
