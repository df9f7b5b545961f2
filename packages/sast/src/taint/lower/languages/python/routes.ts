/** Types of route parameters, by the converter names of Flask and similar frameworks. */
const CONVERTERS: ReadonlyMap<string, string> = new Map([
  ['int', 'int'],
  ['float', 'float'],
  ['uuid', 'uuid'],
])

/**
 * Returns the parameter types from the routes of a function: `@app.get('/goods/<int:number>')` accepts only numbers. If one of several
 * routes has no type for a parameter, its type is unknown.
 * @param decorators as written
 * @returns types by name of parameter
 */
export function routeTypes(decorators: readonly string[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  const anything = new Set<string>()
  for (const text of decorators) {
    for (const [, converter = '', name = ''] of text.matchAll(/<(?:(\w{1,40})(?:\([^()<>]{0,80}\))?:)?(\w{1,80})>/g)) {
      const type = CONVERTERS.get(converter)
      if (type === undefined) anything.add(name)
      else types.set(name, type)
    }
  }
  for (const name of anything) types.delete(name)
  return types
}
