/** Longer beginnings of keys name nobody: tenants' ids have 64 characters at most, and what tells two of one id apart few. */
const OWNER_CHARS_MAX = 96

/**
 * Whom a key belongs to: the tenant that it begins with, as `tenant:…` or as a JSON array with the tenant first. Keys that
 * name nobody share one owner, the empty text.
 */
export function ownerOf(key: string): string {
  const isList = key.startsWith('["')
  const start = isList ? 2 : 0
  const end = key.indexOf(isList ? '"' : ':', start)
  return end === -1 || end - start > OWNER_CHARS_MAX ? '' : key.slice(start, end)
}
