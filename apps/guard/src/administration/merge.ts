/** JSON value. */
type Json = unknown

/** Maximum depth of a patch. Request bodies have at most 64 levels. */
const DEPTH_MAX = 64

/**
 * Applies a patch to a document: objects merge deeply, arrays and other values are replaced, and null removes a member (RFC 7396), except
 * below the names in `keepsNull`, where null is a value.
 */
export function merged(base: Json, patch: Json, keepsNull: ReadonlySet<string>, depth = 0): Json {
  if (!isObject(patch) || depth > DEPTH_MAX) return patch
  const result = new Map(isObject(base) ? Object.entries(base) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !keepsNull.has(name)) result.delete(name)
    else result.set(name, merged(result.get(name), value, keepsNull, depth + 1))
  }
  // `fromEntries` treats `__proto__` as an ordinary member.
  return Object.fromEntries(result)
}

export function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
