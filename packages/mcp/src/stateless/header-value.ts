import { isFields } from '../server/rpc.ts'

/** RFC 9110 section 5.6.2, within bounds of ours: what may follow `Mcp-Param-`. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
const SENTINEL = /^=\?base64\?(.*)\?=$/s
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const PLAIN = /^[\t\x20-\x7e]*$/

/** What a header mirrors: as it stands, or out of its Base64 wrapping. Undefined: it is neither. "Value Encoding". */
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

/** The other way: wrapped wherever a plain header could not carry the value, or would be taken for wrapped. */
export function encodeHeader(value: string): string {
  const isPlain = PLAIN.test(value) && value.trim() === value && !SENTINEL.test(value)
  return isPlain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`
}

/** A parameter as text: strings as they are, integers and booleans as JSON writes them. Undefined: never mirrored. */
export function mirroredText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined
}

/** What stands in arguments at the place that a header mirrors; undefined where nothing does. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let place = value
  for (const key of path) {
    if (!isFields(place) || !Object.hasOwn(place, key)) return undefined
    place = place[key]
  }
  return place
}
