/** Values of names by scope; a scope is a node. Most requested names have no value. */
export class Scoped<Value> {
  readonly #byName = new Map<string, Map<number, Value>>()

  /** Returns all scopes that define a name, with its value there. */
  of(name: string): ReadonlyMap<number, Value> | undefined {
    return this.#byName.get(name)
  }

  get(scope: number, name: string): Value | undefined {
    return this.#byName.get(name)?.get(scope)
  }

  set(scope: number, name: string, value: Value): void {
    const scopes = this.#byName.get(name)
    if (scopes === undefined) this.#byName.set(name, new Map([[scope, value]]))
    else scopes.set(scope, value)
  }

  drop(name: string): void {
    this.#byName.delete(name)
  }

  entries(): Iterable<readonly [string, Map<number, Value>]> {
    return this.#byName
  }
}
