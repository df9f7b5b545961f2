/**
 * What stands at a dotted path with array indexes, e.g. `choices.0.message.content`.
 * @returns undefined where there is nothing; members of prototypes are nothing
 */
export function readPath(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}
