import { isUtf8 } from 'node:buffer'

import { Failure, nextTurn } from '@gatehouse/kernel'

import { parseIncrementally, RefusedJson } from './json-pieces.ts'
import { JSON_DEPTH_MAX, JSON_VALUES_MAX, valuesMax } from './limits.ts'
import { endOfString, resultOf, searchRepeatedName } from './names.ts'

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const COMMA = 0x2c
const BYTE_ORDER_MARK = 0xfeff

/**
 * Parses a JSON value from the bytes of a body. Takes linear time, and checks the nesting before any recursion. Drops keys that could
 * reach a prototype.
 * @param strictNames rejects such keys, and duplicate names in an object, for bodies that another program executes: it may parse them
 * differently
 * @throws {Failure} `malformed_json`, or `invalid_request` if the nesting is too deep or there are too many values
 */
export function parseJsonBody(bytes: Buffer, strictNames = false, values_max = JSON_VALUES_MAX): unknown {
  const text = textOf(bytes)
  if (mayBeDeep(text) && jsonDepth(text, JSON_DEPTH_MAX) > JSON_DEPTH_MAX) throw tooDeep()
  if (exceedsValueCount(text, values_max)) throw tooManyValues(values_max)
  return resultOf(withoutOddNames(parse(text), text, strictNames))
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  // Invalid UTF-8 decodes to U+FFFD, so that the second check of the bytes is rarely needed.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    throw new Failure('malformed_json', 'The body is not valid UTF-8.')
  }
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

function tooDeep(): Failure {
  return new Failure('invalid_request', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`, {
    violations: [{ path: ['body'], message: `Nested deeper than ${JSON_DEPTH_MAX} levels`, type: 'too_deep' }],
  })
}

function tooManyValues(values_max: number): Failure {
  const message = `Contains more than ${values_max} values`
  return new Failure('invalid_request', `The body contains more than ${values_max} values.`, {
    violations: [{ path: ['body'], message, type: 'too_many_values' }],
  })
}

/**
 * Drops names that could reach a prototype. Strict mode rejects these and duplicate names.
 * @throws {Failure} `invalid_request`
 */
function* withoutOddNames(value: unknown, text: string, strictNames: boolean): Generator<undefined, unknown> {
  const dropped = mayNamePrototype(text) && dropPrototypeKeys(value)
  if (!strictNames) return value
  if (dropped) throw oddName('A key in the body is a reserved prototype property')
  yield
  const repeated = yield* searchRepeatedName(text, NAMES_PIECE_CHARS)
  if (repeated !== undefined) {
    throw oddName(`An object in the body contains the key "${repeated.slice(0, NAME_CHARS)}" twice`)
  }
  return value
}

/** Own limit for the characters searched for names before yielding; some milliseconds. */
const NAMES_PIECE_CHARS = 262_144

/** Own limit: larger bodies are parsed in pieces. Steps for smaller bodies take about a millisecond. */
export const LARGE_BODY_BYTES = 262_144

/**
 * Parses the body of a request within the limits of its route and service; undefined without a body. Yields to other requests while it
 * parses a large body.
 * @param turn waits for the next turn of the event loop
 */
export function parseBodyOf(
  bytes: Buffer,
  { strictNames = false }: { readonly strictNames: boolean | undefined },
  parts: Parameters<typeof valuesMax>[0],
  turn: () => Promise<unknown> = nextTurn,
): unknown {
  if (bytes.length === 0) return undefined
  const values_max = valuesMax(parts)
  return bytes.length < LARGE_BODY_BYTES
    ? parseJsonBody(bytes, strictNames, values_max)
    : parseLargeBody(bytes, strictNames, values_max, turn)
}

async function parseLargeBody(
  bytes: Buffer,
  strictNames: boolean,
  values_max: number,
  turn: () => Promise<unknown>,
): Promise<unknown> {
  // Joining the body's parts already took time.
  await turn()
  const text = textOf(bytes)
  await turn()
  let value: unknown
  try {
    value = await parseIncrementally(text, { depth_max: JSON_DEPTH_MAX, values_max }, turn)
  } catch (thrown) {
    if (!(thrown instanceof RefusedJson)) throw thrown
    if (thrown.refusal === 'too_deep') throw tooDeep()
    throw thrown.refusal === 'too_many_values' ? tooManyValues(values_max) : malformed(text)
  }
  const steps = withoutOddNames(value, text, strictNames)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- other requests are served in between
    await turn()
    const step = steps.next()
    if (step.done !== true) continue
    // oxlint-disable-next-line no-await-in-loop -- the caller reads the whole body in its own turn
    await turn()
    return step.value
  }
}

/** Maximum length of a caller's name in a message. */
const NAME_CHARS = 80

function oddName(message: string): Failure {
  return new Failure('invalid_request', `${message}.`, {
    violations: [{ path: ['body'], message, type: 'forbidden_name' }],
  })
}

/** Returns the nesting depth of arrays and objects in one pass. Stops one level above `limit`. The text need not be valid JSON. */
export function jsonDepth(text: string, limit: number): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at + 1)
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (deepest > limit) return deepest
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
    }
  }
  return deepest
}

/** Returns whether a JSON text has more values than `limit`. Needs one pass at most. */
export function exceedsValueCount(text: string, limit: number): boolean {
  // A value and its separator have at least two characters.
  if (text.length <= 2 * limit) return false
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at + 1)
    else if (code === COMMA || code === OPEN_BRACE || code === OPEN_BRACKET) {
      count += 1
      if (count > limit) return true
    }
  }
  return false
}

/** A text with no more opening brackets than the limit cannot nest deeper. `indexOf` avoids a slower loop. */
function mayBeDeep(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    count += 1
    if (count > JSON_DEPTH_MAX) return true
  }
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    count += 1
    if (count > JSON_DEPTH_MAX) return true
  }
  return false
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The engine's message quotes the body, which may contain a secret.
    throw malformed(text)
  }
}

function malformed(text: string): Failure {
  return new Failure('malformed_json', text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
}

function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00')
}

/** Recursion is bounded: values are at most `JSON_DEPTH_MAX` deep. @returns whether a key was dropped */
function dropPrototypeKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  let dropped = false
  if (Array.isArray(value)) {
    for (const item of value) dropped = dropPrototypeKeys(item) || dropped
    return dropped
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const item = record[key]
    const reachesPrototype =
      key === '__proto__' ||
      (key === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype'))
    if (reachesPrototype) {
      delete record[key]
      dropped = true
    } else dropped = dropPrototypeKeys(item) || dropped
  }
  return dropped
}
