import { createHash } from 'node:crypto'
import { Failure } from '@gatehouse/kernel'
import { KEY_CHARS_MAX, LIST_VALUES_MAX, TTL_MS_MAX, VALUE_BYTES_MAX, WINDOW_MS_MAX } from './limits.ts'
import { ownerOf } from './owner.ts'

/**
 * Returns the stored form of a key. The first character separates digests from plain keys, so that they cannot collide. A digest still
 * starts with the owner of the key.
 */
export function storedKey(key: string): string {
  if (key === '') throw new RangeError('a cache key must not be empty')
  if (key.length <= KEY_CHARS_MAX) return `=${key}`
  return `#${ownerOf(key)}:${createHash('sha256').update(key).digest('base64url')}`
}

/** Returns the value as JSON. @throws {Failure} `limit_reached` if it is too large */
export function encode(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError('only JSON values can be cached')
  const bytes = Buffer.byteLength(text)
  if (bytes > VALUE_BYTES_MAX) {
    throw new Failure('limit_reached', `a cached value has ${bytes} bytes, more than ${VALUE_BYTES_MAX}`)
  }
  return text
}

export function decode(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Failure('unavailable', 'the cache contains a value that is not JSON', { cause })
  }
}

export function checkTtl(ttl_ms: number): void {
  checkInteger('ttl_ms', ttl_ms, 1, TTL_MS_MAX)
}

export function checkWindow(window_ms: number, limit: number): void {
  checkInteger('window_ms', window_ms, 1, WINDOW_MS_MAX)
  checkInteger('limit', limit, 0, Number.MAX_SAFE_INTEGER)
}

export function checkListMax(max: number): void {
  checkInteger('max', max, 1, LIST_VALUES_MAX)
}

export function checkIncrement(by: number, ttl_ms: number): void {
  checkInteger('by', by, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  checkTtl(ttl_ms)
}

// An invalid number is a defect of the caller, and therefore not a Failure.
function checkInteger(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} must be an integer from ${min} to ${max}, not ${value}`)
  }
}
