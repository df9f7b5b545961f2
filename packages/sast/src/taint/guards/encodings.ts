import { type Form, PLAIN_FORM } from './forms.ts'
import type { Call } from './truth.ts'

/** Base64: `=` only pads the end, and some encoders break lines. */
const BASE64_FORM: Form = { signs: '+/\n', start: '' }

/** Dates and times in ISO 8601. */
const DATE_FORM: Form = { signs: '.:+', start: '' }

/** Results of one function, by its output alphabet. */
interface Encoding {
  readonly form: Form
  /** Languages that have the function; default: all. */
  readonly languages?: RegExp
  /** Pattern for the full name, or for the call that returns the receiver; default: anything. */
  readonly owner?: RegExp
  /** With more arguments the function may return raw bytes. */
  readonly argumentsMax?: number
  /** The argument that selects the alphabet: a constant that matches. */
  readonly selector?: { readonly place: number; readonly values: RegExp }
}

const SCRIPTS = /^(?:javascript|typescript|tsx)$/
const SCRIPT_ALPHABETS = /^(?:hex|base64|base64url)$/
/** A date format without `<`, `>`, quotes and `&`. */
const PLAIN_DATE_FORMAT = /^[^<>"'&\\`]{0,200}$/

const byMethod = new Map<string, Encoding[]>()

function add(methods: string, encoding: Encoding): void {
  for (const method of methods.split(' ')) byMethod.set(method, [...(byMethod.get(method) ?? []), encoding])
}

add(
  'hexdigest b2a_hex hexlify bin2hex token_hex encodeHexString encodeHex md5Hex sha1Hex sha256Hex sha384Hex sha512Hex ' +
    'md5DigestAsHex toHexString formatHex ToHexString ToHexStringLower toHex',
  { form: PLAIN_FORM },
)
add('hex', { form: PLAIN_FORM, languages: /^(?:python|php|ruby)$/, argumentsMax: 1 })
add('encode encode_to_string EncodeToString encodeToString', {
  form: PLAIN_FORM,
  owner: /(?:^|[^a-z])hex(?:$|[^a-z])/i,
})
add('ToString', { form: PLAIN_FORM, languages: /^csharp$/, owner: /(?:^|\.)BitConverter\.ToString$/ })
// PHP returns raw bytes where the last argument is true.
add('md5 sha1 md5_file sha1_file', { form: PLAIN_FORM, languages: /^php$/, argumentsMax: 1 })
add('hash hash_file', { form: PLAIN_FORM, languages: /^php$/, argumentsMax: 2 })
add('hash_hmac', { form: PLAIN_FORM, languages: /^php$/, argumentsMax: 3 })
add('toString digest', {
  form: BASE64_FORM,
  languages: SCRIPTS,
  owner: /./,
  selector: { place: 0, values: SCRIPT_ALPHABETS },
})
add('md5 sha1 sha256 sha512', { form: PLAIN_FORM, languages: SCRIPTS, argumentsMax: 1 })
add(
  'b64encode urlsafe_b64encode standard_b64encode b32encode b16encode encodebytes btoa encodeBase64String ' +
    'encodeBase64URLSafeString ToBase64String ToBase64UrlString Base64UrlEncode base64_encode encode64 strict_encode64 ' +
    'urlsafe_encode64 base64digest hash_base64',
  { form: BASE64_FORM },
)
add('encode encode_to_string EncodeToString encodeToString encodeToByteArray', {
  form: BASE64_FORM,
  owner: /base64|base32|b64|(?:^|\.)(?:BASE64\w*|STANDARD|URL_SAFE)(?:_NO_PAD)?(?:\.|$)/i,
})
add('isoformat toISOString iso8601 xmlschema', { form: DATE_FORM })
add('strftime', { form: { signs: ' .:/,+', start: '' }, selector: { place: 0, values: PLAIN_DATE_FORMAT } })
// Local names of XML elements and attributes; a namespace may contain anything.
add('getLocalName getLocalPart getNodeName getTagName', { form: { signs: '.:', start: '' } })

/** Sources of byte buffers in Node.js, whose `toString` takes an encoding. A string's `toString` ignores its argument. */
const BYTES = /(?:^|\.)(?:from|alloc|concat|digest|final|update|randomBytes|createH(?:ash|mac)|sign|hash\w*|\w*Sync)$/

/**
 * Returns the output alphabet of a call for any argument: digests, hexadecimal digits, Base64, dates, local names of XML.
 * @param owner full name of the call that returns the receiver; empty where there is none
 */
export function encodedBy(
  { name, method, arguments: values }: Call,
  language: string,
  owner: string,
  constant: (place: number) => unknown,
): Form | undefined {
  for (const { form, languages, owner: wanted, argumentsMax, selector } of byMethod.get(method) ?? []) {
    if (languages?.test(language) === false) continue
    if (argumentsMax !== undefined && values.length > argumentsMax) continue
    if (wanted !== undefined && !wanted.test(`${owner} ${name.replace(/::|\\|->/g, '.')}`.trim())) continue
    if (method === 'toString' && !BYTES.test(owner)) continue
    if (selector !== undefined) {
      const value = constant(selector.place)
      if (typeof value !== 'string' || !selector.values.test(value)) continue
    }
    return form
  }
  return undefined
}
