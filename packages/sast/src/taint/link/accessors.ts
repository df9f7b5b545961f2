import type { Classes } from './classes.ts'
import { type ClassNode, type Fn, type OriginNode, push } from './program.ts'

/** A member that is read or written by a function. */
export interface Accessor {
  readonly key: string
  readonly fn: Fn
  readonly isSetter: boolean
}

/** A value whose member is the result of a function. */
export interface Read {
  readonly node: OriginNode
  readonly key: string
}

const NONE: readonly never[] = []

/** Accessor functions of members: properties, `get` and `set`. A member access is no explicit call. */
export class Accessors {
  readonly #at = new Map<OriginNode, Accessor[]>()
  readonly #reads = new Map<Fn, Read[]>()

  /** Returns the accessors of a value's members. */
  at(node: OriginNode): readonly Accessor[] {
    return this.#at.get(node) ?? NONE
  }

  /** Returns the values whose member is the result of a function. */
  reads(fn: Fn): readonly Read[] {
    return this.#reads.get(fn) ?? NONE
  }

  /** A value is an instance of a class. */
  note(node: OriginNode, owner: ClassNode, classes: Classes): void {
    for (const key of new Set(node.flows.map(({ fromPath }) => fromPath[0]))) {
      if (key === undefined || key === '*') continue
      for (const fn of classes.inherited(owner, key)) {
        const { kind, parameters } = fn.facts
        if (kind === 'method' && parameters.length === 0) this.#add(node, { key, fn, isSetter: false })
      }
    }
    // Methods read an externally assigned member where the setter stored it.
    if (node.origin.type !== 'parameter' || node.origin.index !== -1) return
    for (const [name, found] of owner.methods) {
      if (!name.startsWith('set ')) continue
      for (const fn of found) this.#add(node, { key: name.slice(4), fn, isSetter: true })
    }
  }

  #add(node: OriginNode, accessor: Accessor): void {
    const { key, fn, isSetter } = accessor
    if (this.at(node).some((item) => item.key === key && item.fn === fn)) return
    push(this.#at, node, accessor)
    if (!isSetter) push(this.#reads, fn, { node, key })
  }
}
