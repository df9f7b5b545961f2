import { Pairs, Triples } from './pairs.ts'
import type { ClassNode, Fn, OriginNode } from './program.ts'

/** Label of a value. */
export type Tag =
  | { readonly type: 'function'; readonly fn: Fn }
  | { readonly type: 'class'; readonly node: ClassNode }
  /** Exact: of that class and none below. */
  | { readonly type: 'instance'; readonly node: ClassNode; readonly isExact: boolean }
  | { readonly type: 'label'; readonly label: string; readonly source: number }

/** Numbers labels of values. */
export class Tags {
  readonly #labels = new Map<string, number>()
  /** By number of a function or class, and kind of label. */
  readonly #others = new Pairs()
  /** By the number there. */
  readonly #numbers: number[] = []
  readonly #tags: Tag[] = []

  number(tag: Tag): number {
    switch (tag.type) {
      case 'function':
        return this.#other(0, tag.fn.id, tag)
      case 'class':
        return this.#other(1, tag.node.id, tag)
      case 'instance':
        return this.#other(tag.isExact ? 2 : 3, tag.node.id, tag)
      case 'label':
      default:
        return this.#label(tag)
    }
  }

  tag(number: number): Tag {
    return this.#tags[number]!
  }

  #other(kind: number, id: number, tag: Tag): number {
    const at = this.#others.number(kind, id)
    return (this.#numbers[at] ??= this.#tags.push(tag) - 1)
  }

  #label(tag: Extract<Tag, { type: 'label' }>): number {
    const key = `${tag.source} ${tag.label}`
    let number = this.#labels.get(key)
    if (number === undefined) {
      number = this.#tags.push(tag) - 1
      this.#labels.set(key, number)
    }
    return number
  }
}

/** The empty entry: facts that do not depend on a call of the function. */
export const ANYWHERE = 0

/** Numbers the entries of functions: the part of a value, and its label. */
export class Entries {
  readonly #all = new Triples()

  number(node: OriginNode, path: number, tag: number): number {
    return ANYWHERE + 1 + this.#all.number(node.id, path, tag)
  }
}
