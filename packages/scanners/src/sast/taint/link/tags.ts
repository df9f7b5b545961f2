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

/** A part of a value of a function with what is said of it, as it came in. */
export interface Entry {
  readonly node: OriginNode
  readonly path: number
  readonly tag: number
}

/** Numbers the ways in which something comes into functions. */
export class Entries {
  readonly #numbers = new Map<string, number>()
  readonly #entries: (Entry | undefined)[] = [undefined]

  number(node: OriginNode, path: number, tag: number): number {
    const key = `${node.id} ${path} ${tag}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#entries.push({ node, path, tag }) - 1
      this.#numbers.set(key, number)
    }
    return number
  }
}
