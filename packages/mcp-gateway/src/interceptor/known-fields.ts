import { findPoison } from '@gatehouse/guards/tools'
import type { Fields } from '@gatehouse/mcp'

/** Returns a message with only these fields. */
export function known(message: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (message[name] === undefined ? [] : [[name, message[name]]])))
}

/** Marks a result as private, because it must not be in shared caches. */
export function asPrivate(result: Fields): Fields {
  return 'cacheScope' in result ? { ...result, cacheScope: 'private' } : result
}

/** Maximum length of a list cursor. */
const CURSOR_CHARS_MAX = 4_096

/**
 * Rebuilds the metadata of a list: its cursor, completeness, lifetime and cache scope. None of them can contain sentences or is screened.
 */
export function framed({ nextCursor, resultType, ttlMs, cacheScope }: Fields): Fields {
  return {
    ...(typeof nextCursor === 'string' && isCursor(nextCursor) ? { nextCursor } : {}),
    ...(resultType === undefined ? {} : { resultType: 'complete' }),
    ...(typeof ttlMs === 'number' ? { ttlMs } : {}),
    ...(cacheScope === undefined ? {} : { cacheScope: 'private' }),
  }
}

/** Returns whether a text is a list cursor without instructions. */
function isCursor(text: string): boolean {
  if (text.length > CURSOR_CHARS_MAX) return false
  const nothing = { title: undefined, inputSchema: undefined, outputSchema: undefined, annotations: undefined }
  return !/\s/.test(text) || findPoison('cursor', { ...nothing, description: text }).length === 0
}
