import { isObject } from './json.ts'

/** A field of the upstream's answer that the client does not receive. */
export interface OmittedField {
  readonly field: string
  /** `redacted`: it contains redacted text. `unverified`: it differs from the text, or cannot be screened. */
  readonly reason: 'redacted' | 'unverified'
}

/** Maximum number of listed paths. Above it, only the number of omissions is reported. */
const OMITTED_MAX = 32
const DEPTH_MAX = 12
/** Syntax of safe field names. Names come from the upstream, and other names may contain text. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,40}$/
/** Refused calls are reported separately. The API may omit the other fields. */
const NAMED_ELSEWHERE: ReadonlySet<string> = new Set(['tool_calls', 'function_call', 'finish_reason', 'x_shield'])

/**
 * Returns fields with content in an upstream's answer that are missing or empty in the released answer. Translated answers have other
 * fields, and lists with removed entries are not compared.
 */
export function omittedFields(before: unknown, after: unknown, isRedacted: boolean): readonly OmittedField[] {
  const paths: string[] = []
  if (sharesParts(before, after)) compare(before, after, '', paths, 0)
  return paths.map((field) => ({ field, reason: isRedacted ? 'redacted' : 'unverified' }))
}

/** Returns the note about omitted fields, as members of `x_shield`; empty without omissions. */
export function omittedNote(omitted: readonly OmittedField[]): { readonly omitted_fields?: readonly OmittedField[] } {
  return omitted.length === 0 ? {} : { omitted_fields: omitted.slice(0, OMITTED_MAX) }
}

/** Returns whether both answers have the same content lists. */
function sharesParts(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return false
  return ['choices', 'content', 'output', 'text'].some((name) => name in before && name in after)
}

function compare(before: unknown, after: unknown, path: string, paths: string[], depth: number): void {
  if (paths.length >= OMITTED_MAX || depth > DEPTH_MAX) return
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length) return
    for (const [at, item] of before.entries()) compare(item, after[at], `${path}[${at}]`, paths, depth + 1)
    return
  }
  if (!isObject(before) || !isObject(after)) return
  for (const [name, value] of Object.entries(before)) {
    if (NAMED_ELSEWHERE.has(name) || isEmpty(value)) continue
    const shown = FIELD_NAME.test(name) ? name : '*'
    const own = path === '' ? shown : `${path}.${shown}`
    if (!isEmpty(after[name])) compare(value, after[name], own, paths, depth + 1)
    else if (!paths.includes(own) && paths.length < OMITTED_MAX) paths.push(own)
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.values(value).every(isEmpty)
}
