import type { Classes } from './classes.ts'
import { Triples } from './pairs.ts'
import type { ClassNode, Fn, OriginNode } from './program.ts'
import type { Said } from './ways.ts'

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

/** What methods have put into their objects so that other methods of the class see it. */
export class Shared {
  readonly #receivers: Receivers
  readonly #said = new Triples()
  /** By the place there: the methods that put it there alone, each with the rules of which that is said. */
  readonly #alone: Map<Fn, number>[] = []
  /** By the place there: the rules of which more methods than one put it there. */
  readonly #several: number[] = []

  constructor(receivers: Receivers) {
    this.#receivers = receivers
  }

  /** Those that do not know yet what a method puts into a part of its object, and for which rules that is new to them. */
  add(
    fn: Fn,
    owner: ClassNode,
    path: number,
    { tag, rules }: Said,
    each: (node: OriginNode, rules: number) => void,
  ): void {
    const place = this.#said.number(owner.id, path, tag)
    const alone = (this.#alone[place] ??= new Map<Fn, number>())
    let left = rules & ~(this.#several[place] ?? 0) & ~(alone.get(fn) ?? 0)
    if (left === 0) return
    const receivers = this.#receivers.of(owner)
    for (const [other, known] of alone) {
      const both = known & left
      if (other === fn || both === 0) continue
      // What one method has put there all others know; of a second one it is new to the first.
      for (const node of receivers) if (node.fn === other) each(node, both)
      alone.set(other, known & ~both)
      this.#several[place] = (this.#several[place] ?? 0) | both
      left &= ~both
    }
    if (left === 0) return
    alone.set(fn, (alone.get(fn) ?? 0) | left)
    for (const node of receivers) if (node.fn !== fn) each(node, left)
  }
}
