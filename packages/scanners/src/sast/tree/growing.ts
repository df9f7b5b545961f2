import type { CompactTree } from './compact-tree.ts'

/** Ours: twice what the largest hand-written sources have; arrays of so many nodes take 40 MB. */
const NODES_MAX = 2_000_000

/** The arrays of a tree while it is made. */
export class Growing {
  #count = 0
  #room: number
  #words: Uint32Array
  #parents: Int32Array
  #kinds: Uint16Array
  #flags: Uint8Array

  /** @param guess how many nodes there may be, so that the arrays seldom grow */
  constructor(guess: number) {
    const room = Math.min(NODES_MAX, Math.max(64, guess))
    this.#room = room
    this.#words = new Uint32Array(room * 3)
    this.#parents = new Int32Array(room)
    this.#kinds = new Uint16Array(room * 2)
    this.#flags = new Uint8Array(room)
  }

  /** @returns the node, or -1 where there is no room for more */
  add(kind: number, start: number, end: number, parent: number, field: number, flags: number): number {
    const node = this.#count
    if (node === this.#room) {
      if (node >= NODES_MAX) return -1
      this.#grow(Math.min(NODES_MAX, node * 2))
    }
    this.#words[node * 3] = start
    this.#words[node * 3 + 1] = end
    this.#parents[node] = parent
    this.#kinds[node * 2] = kind
    this.#kinds[node * 2 + 1] = field
    this.#flags[node] = flags
    this.#count += 1
    return node
  }

  close(node: number): void {
    this.#words[node * 3 + 2] = this.#count
  }

  /** How many nodes there are. */
  get count(): number {
    return this.#count
  }

  /** Says where a node ends, where that was not known when it began. */
  end(node: number, end: number): void {
    this.#words[node * 3 + 1] = end
  }

  parentOf(node: number): number {
    return this.#parents[node]!
  }

  #grow(room: number): void {
    const before = [this.#words, this.#parents, this.#kinds, this.#flags] as const
    this.#room = room
    this.#words = new Uint32Array(room * 3)
    this.#parents = new Int32Array(room)
    this.#kinds = new Uint16Array(room * 2)
    this.#flags = new Uint8Array(room)
    this.#words.set(before[0])
    this.#parents.set(before[1])
    this.#kinds.set(before[2])
    this.#flags.set(before[3])
  }

  done(): Omit<CompactTree, 'text' | 'kinds'> {
    const count = this.#count
    const start = new Uint32Array(count)
    const end = new Uint32Array(count)
    const next = new Uint32Array(count)
    const kind = new Uint16Array(count)
    const field = new Uint16Array(count)
    for (let node = 0; node < count; node += 1) {
      start[node] = this.#words[node * 3]!
      end[node] = this.#words[node * 3 + 1]!
      next[node] = this.#words[node * 3 + 2]!
      kind[node] = this.#kinds[node * 2]!
      field[node] = this.#kinds[node * 2 + 1]!
    }
    return {
      count,
      kind,
      start,
      end,
      next,
      field,
      parent: this.#parents.slice(0, count),
      flags: this.#flags.slice(0, count),
    }
  }
}
