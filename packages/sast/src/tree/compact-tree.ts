import type { Kinds } from './kinds.ts'

export const NAMED = 1
export const MISSING = 2
export const ERROR = 4
/** A comment: it may be between any two nodes. */
export const EXTRA = 8

/**
 * The syntax tree of one file as arrays in pre-order: a node is its index, and its subtree is the range up to `next[node]`. Offsets are
 * UTF-16 code units. Independent of the parser's memory.
 */
export interface CompactTree {
  readonly text: string
  readonly kinds: Kinds
  /** How many nodes there are; node 0 is the root. */
  readonly count: number
  readonly kind: Uint16Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** -1 for the root. */
  readonly parent: Int32Array
  /** The first node after the subtree. */
  readonly next: Uint32Array
  /** The grammar's number of the field that the node is in its parent; 0 for none. */
  readonly field: Uint16Array
  readonly flags: Uint8Array
}

export function textOf(tree: CompactTree, node: number): string {
  return tree.text.slice(tree.start[node], tree.end[node])
}

export function isLeaf(tree: CompactTree, node: number): boolean {
  return tree.next[node] === node + 1
}

/** Returns the start offsets of lines. */
export function lineStarts(text: string): Uint32Array {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return Uint32Array.from(starts)
}

/** Line and column of an offset, both from 1. */
export function positionOf(starts: Uint32Array, offset: number): { readonly line: number; readonly column: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}
