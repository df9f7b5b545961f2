/** Longer key prefixes are not owners: tenant ids have at most 64 characters, plus a short suffix. */
const OWNER_CHARS_MAX = 96

/**
 * Returns the owner of a key: the tenant at its start, as `tenant:…` or as a JSON array with the tenant first. Keys without an owner share
 * the empty owner.
 */
export function ownerOf(key: string): string {
  const isList = key.startsWith('["')
  const start = isList ? 2 : 0
  const end = key.indexOf(isList ? '"' : ':', start)
  return end === -1 || end - start > OWNER_CHARS_MAX ? '' : key.slice(start, end)
}
