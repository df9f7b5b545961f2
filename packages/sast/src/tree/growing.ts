import type { CompactTree } from './compact-tree.ts'

/** Own limit: twice the size of the largest hand-written sources; arrays for this many nodes take 40 MB. */
const NODES_MAX = 2_000_000

/** Own limit: capacity in nodes (5 MB) that is reused for the next tree; most files need less. */
const KEPT_MAX = 256 * 1024

/** Arrays of equal length, one per node property. */
interface NodeArrays {
  readonly length: number
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly next: Uint32Array
  readonly parent: Int32Array
  readonly kind: Uint16Array
  readonly field: Uint16Array
  readonly flags: Uint8Array
}

/** Unused arrays: allocating new ones for each file costs more than filling them. */
let spareArrays: NodeArrays | undefined

function arraysFor(length: number): NodeArrays {
  if (spareArrays !== undefined && spareArrays.length >= length) {
    const nodeArrays = spareArrays
    spareArrays = undefined
    return nodeArrays
  }
  return {
    length,
    start: new Uint32Array(length),
    end: new Uint32Array(length),
    next: new Uint32Array(length),
    parent: new Int32Array(length),
    kind: new Uint16Array(length),
    field: new Uint16Array(length),
    flags: new Uint8Array(length),
  }
}

/** The arrays of a tree under construction. */
export class Growing {
  #count = 0
  #room: NodeArrays

  /** @param guess how many nodes there may be, so that the arrays seldom grow */
  constructor(guess: number) {
    this.#room = arraysFor(Math.min(NODES_MAX, Math.max(64, guess)))
  }

  /** @returns the node, or -1 where the arrays are full */
  add(kind: number, start: number, end: number, parent: number, field: number, flags: number): number {
    const node = this.#count
    if (node >= NODES_MAX) return -1
    if (node === this.#room.length) this.#grow(Math.min(NODES_MAX, node * 2))
    const nodeArrays = this.#room
    nodeArrays.start[node] = start
    nodeArrays.end[node] = end
    nodeArrays.parent[node] = parent
    nodeArrays.kind[node] = kind
    nodeArrays.field[node] = field
    nodeArrays.flags[node] = flags
    this.#count += 1
    return node
  }

  close(node: number): void {
    this.#room.next[node] = this.#count
  }

  /** How many nodes there are. */
  get count(): number {
    return this.#count
  }

  /** Sets the end of a node, where it was unknown at its start. */
  end(node: number, end: number): void {
    this.#room.end[node] = end
  }

  parentOf(node: number): number {
    return this.#room.parent[node]!
  }

  #grow(length: number): void {
    const before = this.#room
    const nodeArrays = arraysFor(length)
    nodeArrays.start.set(before.start)
    nodeArrays.end.set(before.end)
    nodeArrays.next.set(before.next)
    nodeArrays.parent.set(before.parent)
    nodeArrays.kind.set(before.kind)
    nodeArrays.field.set(before.field)
    nodeArrays.flags.set(before.flags)
    this.#room = nodeArrays
  }

  /** The arrays of the tree. Nothing may be added after that. */
  done(): Omit<CompactTree, 'text' | 'kinds'> {
    const count = this.#count
    const { start, end, next, parent, kind, field, flags, length } = this.#room
    const created = {
      count,
      kind: kind.slice(0, count),
      start: start.slice(0, count),
      end: end.slice(0, count),
      next: next.slice(0, count),
      field: field.slice(0, count),
      parent: parent.slice(0, count),
      flags: flags.slice(0, count),
    }
    if (length <= KEPT_MAX && (spareArrays === undefined || spareArrays.length < length)) spareArrays = this.#room
    return created
  }
}
