import { createHash } from 'node:crypto'
import { Failure } from './failure.ts'

/** Maximum nesting of objects and lists, as for request bodies. docs/spec/guard.md "Details". */
const DEPTH_MAX = 64

/**
 * Serializes a value to canonical JSON: names in order of their UTF-16 code units, no spaces.
 * @throws {Failure} `invalid_request` for a value nested deeper than 64 levels, and for values other than JSON
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  let text = ''
  write(value, 0, (part) => {
    text += part
  })
  return text
}

/** Returns the SHA-256 of {@link canonicalJson} in hexadecimal. */
export function canonicalHash(value: unknown): string {
  const hash = createHash('sha256')
  let text = ''
  write(value, 0, (part) => {
    text += part
    if (text.length < HASHED_CHARS) return
    hash.update(text)
    text = ''
  })
  return hash.update(text).digest('hex')
}

/** Own limit: longer text is hashed in pieces, so that the entire document never exists as one string. */
const HASHED_CHARS = 16_384

function write(value: unknown, depth: number, add: (part: string) => void): void {
  if (typeof value === 'string') return add(quoted(value))
  if (typeof value === 'boolean' || value === null) return add(String(value))
  if (typeof value === 'number' && Number.isFinite(value)) return add(String(value))
  // JSON cannot express infinity, though parsers accept 1e999.
  if (typeof value === 'number') throw new Failure('invalid_request', 'number too large for JSON')
  if (typeof value !== 'object') throw new Failure('invalid_request', `A ${typeof value} is not a JSON value.`)
  if (depth === DEPTH_MAX) throw new Failure('invalid_request', `JSON exceeds ${DEPTH_MAX} levels of nesting.`)
  if (Array.isArray(value)) {
    add('[')
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) add(',')
      write(value[index], depth + 1, add)
    }
    return add(']')
  }
  let separator = '{'
  // Names are sorted by their UTF-16 code units.
  for (const name of sorted(Object.keys(value))) {
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (field === undefined) continue
    add(`${separator}${quoted(name)}:`)
    separator = ','
    write(field, depth + 1, add)
  }
  add(separator === '{' ? '{}' : '}')
}

/** Characters that JSON writes unescaped. For short texts a regex is faster than the serializer. */
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/
const SHORT_CHARS = 64

function quoted(text: string): string {
  return text.length <= SHORT_CHARS && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Names are often sorted already, for example in re-parsed canonical JSON. */
function sorted(names: string[]): string[] {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return names.sort()
  return names
}
