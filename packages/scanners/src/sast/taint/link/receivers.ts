import type { Classes } from './classes.ts'
import { Triples } from './pairs.ts'
import type { ClassNode, Fn, OriginNode } from './program.ts'

/** The receivers of methods whose objects share their members. */
export class Receivers {
  readonly #classes: Classes
  readonly #found = new Map<ClassNode, readonly OriginNode[]>()

  constructor(classes: Classes) {
    this.#classes = classes
  }

  /** Of all methods of a class, of those above it, and of those below. */
  of(owner: ClassNode): readonly OriginNode[] {
    let found = this.#found.get(owner)
    if (found === undefined) {
      const methods = this.#classes.related(owner).flatMap((one) => [...one.methods.values()].flat())
      found = methods.flatMap(({ origins }) => origins.get('p-1') ?? [])
      this.#found.set(owner, found)
    }
    return found
  }
}

const SEVERAL = 'several'
const NONE: readonly OriginNode[] = []

/** What methods have put into their objects so that other methods of the class see it. */
export class Shared {
  readonly #receivers: Receivers
  readonly #said = new Triples()
  /** By the place there: the one method that put it there, or that it was more than one. */
  readonly #by: (Fn | typeof SEVERAL)[] = []

  constructor(receivers: Receivers) {
    this.#receivers = receivers
  }

  /** Those that do not know yet what a method puts into a part of its object. */
  add(fn: Fn, owner: ClassNode, path: number, tag: number): readonly OriginNode[] {
    const said = this.#said.number(owner.id, path, tag)
    const by = this.#by[said]
    if (by === fn || by === SEVERAL) return NONE
    this.#by[said] = by === undefined ? fn : SEVERAL
    // What one method has put there all others know; of a second one it is new to the first.
    const isNew = by === undefined ? (node: OriginNode) => node.fn !== fn : (node: OriginNode) => node.fn === by
    return this.#receivers.of(owner).filter(isNew)
  }
}
