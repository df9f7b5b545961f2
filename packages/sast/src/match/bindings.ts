/** Value of a metavariable: a part of the file. */
export interface Binding {
  readonly start: number
  readonly end: number
  /** The node that it is; -1 for a piece of text, or several nodes. */
  readonly node: number
  /** Compared when the metavariable is bound twice. */
  readonly key: string
}

/** Metavariables and their values. Immutable: a longer list shares the shorter one. */
export type Bindings = Link | undefined

interface Link {
  readonly name: string
  readonly bound: Binding
  readonly before: Bindings
}

export function bindingOf(bindings: Bindings, name: string): Binding | undefined {
  for (let link = bindings; link !== undefined; link = link.before) if (link.name === name) return link.bound
  return undefined
}

/** Adds a binding; undefined where the name already has another value. `$_` is never compared. */
export function bind(bindings: Bindings, name: string, bound: Binding): { readonly bindings: Bindings } | undefined {
  if (name === '$_') return { bindings }
  const known = bindingOf(bindings, name)
  if (known !== undefined) return isSame(known, bound) ? { bindings } : undefined
  return { bindings: { name, bound, before: bindings } }
}

/** Compares two values. Keys may be expensive to compute: equal nodes have equal keys. */
function isSame(a: Binding, b: Binding): boolean {
  return a === b || (a.node !== -1 && a.node === b.node) || a.key === b.key
}

/** Combines the bindings of two matches; undefined where they conflict. */
export function join(a: Bindings, b: Bindings): { readonly bindings: Bindings } | undefined {
  let all = a
  for (let link = b; link !== undefined; link = link.before) {
    const more = bind(all, link.name, link.bound)
    if (more === undefined) return undefined
    all = more.bindings
  }
  return { bindings: all }
}

/** Returns names and values, sorted by name. */
export function entriesOf(bindings: Bindings): readonly (readonly [string, Binding])[] {
  const all = new Map<string, Binding>()
  for (let link = bindings; link !== undefined; link = link.before) all.set(link.name, link.bound)
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1))
}
