/** JSON value. */
type Json = unknown

/** Difference between two documents at one path. */
export interface Difference {
  /** Dotted path such as `input_guardrails.toxicity.action`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * Returns the differences of two JSON documents, sorted by path. The order of an object's members is irrelevant. Arrays are compared as a
 * whole.
 */
export function differences(before: Json, after: Json, path = ''): Difference[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
    return names.flatMap((name) => {
      const place = path === '' ? name : `${path}.${name}`
      if (!Object.hasOwn(before, name)) return [{ path: place, kind: 'added' as const, after: after[name] }]
      if (!Object.hasOwn(after, name)) return [{ path: place, kind: 'removed' as const, before: before[name] }]
      return differences(before[name], after[name], place)
    })
  }
  return isSameJson(before, after) ? [] : [{ path, kind: 'changed', before, after }]
}

/** Returns whether two documents are equal. */
function isSameJson(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]))
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
    )
  }
  return one === other
}

export function isJsonObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
