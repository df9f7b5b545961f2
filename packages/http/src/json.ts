import { isUtf8 } from 'node:buffer'

import { Failure } from '@gatehouse/kernel'

import { JSON_DEPTH_MAX } from './limits.ts'

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BYTE_ORDER_MARK = 0xfeff

/**
 * A JSON value from the bytes of a body. Time is linear in the size, and nothing recurses before the nesting is known
 * to be shallow. Keys that could reach a prototype are dropped.
 * @throws {Failure} `malformed_json`, or `invalid_request` when the nesting is too deep
 */
export function parseJsonBody(bytes: Buffer): unknown {
  let text = bytes.toString('utf8')
  // Bad UTF-8 decodes to U+FFFD. Most texts hold none, so the second look at the bytes is rare.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    throw new Failure('malformed_json', 'The body is not valid UTF-8.')
  }
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1)
  if (mayBeDeep(text) && jsonDepth(text, JSON_DEPTH_MAX) > JSON_DEPTH_MAX) {
    throw new Failure('invalid_request', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`, {
      violations: [{ path: ['body'], message: `Nested deeper than ${JSON_DEPTH_MAX} levels`, type: 'too_deep' }],
    })
  }
  const value = parse(text)
  if (mayNamePrototype(text)) dropPrototypeKeys(value)
  return value
}

/**
 * How deep arrays and objects nest, by one pass over the characters. Stops counting one level above `limit`.
 * The text need not be valid JSON.
 */
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

/** Position of the quote that ends a string whose first character is at `at`; the text's length if none does. */
function endOfString(text: string, at: number): number {
  let position = at
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) return position
    position += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

/** A text with no more opening brackets than the limit cannot nest deeper; `indexOf` finds that out without a loop. */
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
    // The engine's own message quotes the body, which may hold a secret.
    throw new Failure('malformed_json', text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}

function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00')
}

/** Runs on values that are at most `JSON_DEPTH_MAX` deep, so recursion is bounded. */
function dropPrototypeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) dropPrototypeKeys(item)
    return
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const item = record[key]
    const reachesPrototype =
      key === '__proto__' ||
      (key === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype'))
    if (reachesPrototype) delete record[key]
    else dropPrototypeKeys(item)
  }
}
