import type { Classes } from './classes.ts'
import { Triples } from './pairs.ts'
import type { ClassNode, Fn, OriginNode } from './program.ts'
import type { LabelRules } from './ways.ts'

/** The receivers of methods whose objects share members. */
export class Receivers {
  readonly #classes: Classes
  readonly #found = new Map<ClassNode, readonly OriginNode[]>()

  constructor(classes: Classes) {
    this.#classes = classes
  }

  /** Returns the receivers of all methods of a class, its superclasses and its subclasses. */
  of(owner: ClassNode): readonly OriginNode[] {
    let found = this.#found.get(owner)
    if (found === undefined) {
      const methods = this.#classes.related(owner).flatMap((item) => [...item.methods.values()].flat())
      found = methods.flatMap(({ origins }) => origins.get('p-1') ?? [])
      this.#found.set(owner, found)
    }
    return found
  }
}

/** Writes of methods to their objects that other methods of the class see. */
export class Shared {
  readonly #receivers: Receivers
  readonly #said = new Triples()
  /** By index: methods that are the only writer, each with its rules. */
  readonly #alone: Map<Fn, number>[] = []
  /** By index: rules with several writing methods. */
  readonly #several: number[] = []

  constructor(receivers: Receivers) {
    this.#receivers = receivers
  }

  /** Calls `each` for the methods that do not know a write to their object yet, with the rules for which it is new. */
  add(
    fn: Fn,
    owner: ClassNode,
    path: number,
    { tag, rules }: LabelRules,
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
      // A write of one method is known to all others; a write of a second method is new to the first.
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
