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
  const full = name.replace(/::|\\|->/g, '.')
  if (full === 'Buffer.from' && given.length > 1) {
    const way = constant(1)
    return typeof way !== 'string' || !PLAIN_WAYS.test(way)
  }
  return BY_OWNER.get(method)?.test(`${owner} ${full}`.slice(0, -method.length).replace(/^ |\.$/g, '')) === true
}
