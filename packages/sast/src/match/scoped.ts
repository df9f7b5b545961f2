/** What is known of names by the scopes that they are of, which are nodes. Most names that are asked for are of none. */
export class Scoped<Value> {
  readonly #byName = new Map<string, Map<number, Value>>()

  /** All scopes that a name is of, with what is known of it there. */
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
