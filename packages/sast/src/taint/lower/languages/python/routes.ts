/** Types of what a route takes out of an address, by the words that routes of Flask and its like have for them. */
const CONVERTERS: ReadonlyMap<string, string> = new Map([
  ['int', 'int'],
  ['float', 'float'],
  ['uuid', 'uuid'],
])

/**
 * What parameters are by the routes above a function: `@app.get('/goods/<int:number>')` lets no other text through. Where one
 * of several routes says nothing of it, a parameter may be anything.
 * @param decorators as they are written
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
