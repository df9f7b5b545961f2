import { isFields } from '../server/rpc.ts'

/** RFC 9110 section 5.6.2, with an own length limit: suffix after `Mcp-Param-`. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
const SENTINEL = /^=\?base64\?(.*)\?=$/s
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const PLAIN = /^[\t\x20-\x7e]*$/

/** Decodes a mirrored header: plain or Base64-wrapped. Undefined: invalid. "Value Encoding". */
export function decodeHeader(value: string): string | undefined {
  const wrapped = SENTINEL.exec(value)
  if (wrapped === null) return PLAIN.test(value) ? value : undefined
  const encoded = wrapped[1]!
  if (!BASE64.test(encoded)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}

/** Encodes a value for a header. It is wrapped if a plain header cannot represent it, or it looks wrapped. */
export function encodeHeader(value: string): string {
  const isPlain = PLAIN.test(value) && value.trim() === value && !SENTINEL.test(value)
  return isPlain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`
}

/** Returns a parameter as text: strings unchanged, integers and booleans as in JSON. Undefined: never mirrored. */
export function mirroredText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined
}

/** Returns the argument that a header mirrors; undefined when it is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let place = value
  for (const key of path) {
    if (!isFields(place) || !Object.hasOwn(place, key)) return undefined
    place = place[key]
  }
  return place
}
