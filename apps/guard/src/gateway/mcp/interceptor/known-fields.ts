import type { Fields } from '@gatehouse/mcp'

/** A message with these fields alone. */
export function known(message: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (message[name] === undefined ? [] : [[name, message[name]]])))
}

/** What was made for one caller is for no cache that others share. */
export function asPrivate(result: Fields): Fields {
  return 'cacheScope' in result ? { ...result, cacheScope: 'private' } : result
}
