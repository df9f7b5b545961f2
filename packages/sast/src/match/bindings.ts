/** What a metavariable stands for: a piece of the file. */
export interface Bound {
  readonly start: number
  readonly end: number
  /** The node that it is; -1 for a piece of text, or several nodes. */
  readonly node: number
  /** What has to be equal where it is bound twice. */
  readonly key: string
}

/** Metavariables and what they stand for. Never changed: a longer one knows the shorter one. */
export type Bindings = Link | undefined

interface Link {
  readonly name: string
  readonly bound: Bound
  readonly before: Bindings
}

export function boundTo(bindings: Bindings, name: string): Bound | undefined {
  for (let link = bindings; link !== undefined; link = link.before) if (link.name === name) return link.bound
  return undefined
}

/** Bindings with one more; undefined where the name already stands for something else. `$_` stands for nothing twice. */
export function bind(bindings: Bindings, name: string, bound: Bound): { readonly bindings: Bindings } | undefined {
  if (name === '$_') return { bindings }
  const known = boundTo(bindings, name)
  if (known !== undefined) return isSame(known, bound) ? { bindings } : undefined
  return { bindings: { name, bound, before: bindings } }
}

/** Keys may take long to make: a node says what it says. */
function isSame(a: Bound, b: Bound): boolean {
  return a === b || (a.node !== -1 && a.node === b.node) || a.key === b.key
}

/** What two matches know together; undefined where they do not agree. */
export function join(a: Bindings, b: Bindings): { readonly bindings: Bindings } | undefined {
  let all = a
  for (let link = b; link !== undefined; link = link.before) {
    const more = bind(all, link.name, link.bound)
    if (more === undefined) return undefined
    all = more.bindings
  }
  return { bindings: all }
}

/** Names and what they stand for, in the order of the names. */
export function entriesOf(bindings: Bindings): readonly (readonly [string, Bound])[] {
  const all = new Map<string, Bound>()
  for (let link = bindings; link !== undefined; link = link.before) all.set(link.name, link.bound)
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1))
}
