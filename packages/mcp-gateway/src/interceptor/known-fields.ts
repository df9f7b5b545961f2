import { findPoison } from '@gatehouse/guards'
import type { Fields } from '@gatehouse/mcp'

/** A message with these fields alone. */
export function known(message: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (message[name] === undefined ? [] : [[name, message[name]]])))
}

/** What was made for one caller is for no cache that others share. */
export function asPrivate(result: Fields): Fields {
  return 'cacheScope' in result ? { ...result, cacheScope: 'private' } : result
}

/** Of a place in a list, which a server gives and a client gives back. */
const CURSOR_CHARS_MAX = 4_096

/**
 * What frames a list, made anew: where it goes on, that it is complete, and how long and for whom it holds. None of it is a place for
 * words, and nobody screens it.
 */
export function framed({ nextCursor, resultType, ttlMs, cacheScope }: Fields): Fields {
  return {
    ...(typeof nextCursor === 'string' && isCursor(nextCursor) ? { nextCursor } : {}),
    ...(resultType === undefined ? {} : { resultType: 'complete' }),
    ...(typeof ttlMs === 'number' ? { ttlMs } : {}),
    ...(cacheScope === undefined ? {} : { cacheScope: 'private' }),
  }
}

/** A place in a list, and no sentence that steers whoever reads it. */
function isCursor(text: string): boolean {
  if (text.length > CURSOR_CHARS_MAX) return false
  const nothing = { title: undefined, inputSchema: undefined, outputSchema: undefined, annotations: undefined }
  return !/\s/.test(text) || findPoison('cursor', { ...nothing, description: text }).length === 0
}
