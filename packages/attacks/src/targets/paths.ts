/**
 * Returns the value at a dotted path with array indexes, e.g. `choices.0.message.content`.
 * @returns undefined when it is missing; prototype members are ignored
 */
export function readPath(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}
