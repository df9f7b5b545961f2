import { Triples } from './pairs.ts'
import type { ClassNode, Fn, OriginNode } from './program.ts'

/** What is said of a value. */
export type Tag =
  | { readonly type: 'function'; readonly fn: Fn }
  | { readonly type: 'class'; readonly node: ClassNode }
  /** Exact: of that class and none below. */
  | { readonly type: 'instance'; readonly node: ClassNode; readonly isExact: boolean }
  | { readonly type: 'label'; readonly label: string; readonly source: number }

/** Numbers what is said of values. */
export class Tags {
  readonly #numbers = new Map<string, number>()
  readonly #tags: Tag[] = []

  number(tag: Tag): number {
    const key = keyOf(tag)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#tags.push(tag) - 1
      this.#numbers.set(key, number)
    }
    return number
  }

  tag(number: number): Tag {
    return this.#tags[number]!
  }
}

function keyOf(tag: Tag): string {
  switch (tag.type) {
    case 'function':
      return `f${tag.fn.id}`
    case 'class':
      return `k${tag.node.id}`
    case 'instance':
      return `n${tag.node.id} ${tag.isExact}`
    case 'label':
    default:
      return `l${tag.source} ${tag.label}`
  }
}

/** No part of a call: what is known wherever a function is called. */
export const ANYWHERE = 0

/** Numbers the ways in which something comes into functions: which part of which value it is, and what is said of it. */
export class Entries {
  readonly #all = new Triples()

  number(node: OriginNode, path: number, tag: number): number {
    return ANYWHERE + 1 + this.#all.number(node.id, path, tag)
  }
}
