/**
 * Whether a form shows all of a part of a definition: what it would write is what is there. Anything else is only shown, since a
 * change of one word in it would silently change the rest.
 */
export function fits(written: unknown, value: unknown): boolean {
  return JSON.stringify(plainest(written)) === JSON.stringify(plainest(value))
}

/** A value in one of the ways in which it can be said: members by name, without those that say nothing. */
function plainest(value: unknown, isInner = false): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length > 0 || isInner ? value.map((one) => plainest(one, true)) : undefined
  const members = Object.entries(value)
    .map(([name, one]) => [name, plainest(one, true)] as const)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return members.length > 0 || isInner ? Object.fromEntries(members) : undefined
}
