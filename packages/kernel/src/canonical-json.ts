import { createHash } from 'node:crypto'
import { Failure } from './failure.ts'

/** Objects and lists within each other; the same as of request bodies. docs/spec/guard.md "Details". */
const DEPTH_MAX = 64

/**
 * JSON in the one form that equal values share: names in order of their UTF-16 code units, no blanks.
 * @throws {Failure} `invalid_request` for a value nested deeper than 64 levels, and for what is not JSON
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  return written(value, 0)
}

/** SHA-256 of {@link canonicalJson}, hexadecimal. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

function written(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  // JSON has no word for what is larger than the largest number, though a parser reads 1e999.
  if (typeof value === 'number') throw new Failure('invalid_request', 'A number is too large for JSON.')
  if (typeof value !== 'object') throw new Failure('invalid_request', `A ${typeof value} is not a JSON value.`)
  if (depth === DEPTH_MAX) throw new Failure('invalid_request', `JSON must not be nested over ${DEPTH_MAX} levels.`)
  if (Array.isArray(value)) return `[${value.map((element: unknown) => written(element, depth + 1)).join(',')}]`
  let fields = ''
  // Names are sorted by their UTF-16 code units.
  for (const name of sorted(Object.keys(value))) {
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (field === undefined) continue
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${written(field, depth + 1)}`
  }
  return `{${fields}}`
}

/** Most objects have their names in order as they come, e.g. in canonical JSON that is read again. */
function sorted(names: string[]): string[] {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return names.sort()
  return names
}
