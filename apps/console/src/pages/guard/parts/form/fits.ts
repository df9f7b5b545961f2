/**
 * Returns whether a form represents this value completely. Any other value is read-only, because editing a part of it would silently
 * change the rest.
 */
export function isCoveredByForm(written: unknown, value: unknown): boolean {
  return JSON.stringify(plainest(written)) === JSON.stringify(plainest(value))
}

/** Normalizes a value: members sorted by name, without empty ones. */
function plainest(value: unknown, isInner = false): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length > 0 || isInner ? value.map((item) => plainest(item, true)) : undefined
  const members = Object.entries(value)
    .map(([name, item]) => [name, plainest(item, true)] as const)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return members.length > 0 || isInner ? Object.fromEntries(members) : undefined
}
