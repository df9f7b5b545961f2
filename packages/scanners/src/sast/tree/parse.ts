import type { TreeCursor } from 'web-tree-sitter'
import { type CompactTree, ERROR, EXTRA, lineStarts, MISSING, NAMED, placeOf } from './compact-tree.ts'
import type { Grammar } from './grammar.ts'

/** Ours: twice what the largest hand-written sources have; arrays of so many nodes take 40 MB. */
const NODES_MAX = 2_000_000

/** How often a parser may ask whether to go on: some 20 times what a megabyte of sound code takes. */
const ROUNDS_MAX = 400_000

/** A region that the grammar does not read, in lines from 1. */
export interface Unread {
  readonly fromLine: number
  readonly toLine: number
}

export interface Parsed {
  readonly tree: CompactTree
  /** In the order of their places; what stands around them was read. */
  readonly unread: readonly Unread[]
}

/**
 * Parses a text and copies the tree out of the parser in one pass.
 * @param comments names of the kinds that are comments
 * @returns undefined where the text takes more than a bound allows
 */
export function parseText(text: string, grammar: Grammar, comments: ReadonlySet<string>): Parsed | undefined {
  let rounds = 0
  // A text that confuses a grammar can take quadratic time: counting keeps the end of it the same on every machine.
  const progressCallback = (): boolean => (rounds += 1) > ROUNDS_MAX
  const parsed = grammar.parser.parse(text, null, { progressCallback })
  if (parsed === null) {
    grammar.parser.reset()
    return undefined
  }
  try {
    const cursor = parsed.walk()
    try {
      return copy(text, cursor, grammar, comments)
    } finally {
      cursor.delete()
    }
  } finally {
    parsed.delete()
  }
}

function copy(
  text: string,
  cursor: TreeCursor,
  { kinds, ours }: Grammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  const arrays = new Growing(Math.min(NODES_MAX, Math.max(64, text.length)))
  const unread: Unread[] = []
  let lines: Uint32Array | undefined
  let parent = -1
  for (;;) {
    const kind = ours[cursor.nodeTypeId]!
    let flags = kinds.isNamed(kind) ? NAMED : 0
    if (cursor.nodeIsMissing) flags |= MISSING
    if (kind === 0) flags |= ERROR
    if ((flags & NAMED) !== 0 && comments.has(kinds.name(kind))) flags |= EXTRA
    const start = cursor.startIndex
    const end = cursor.endIndex
    const node = arrays.add(kind, start, end, parent, cursor.currentFieldId, flags)
    if (node === -1) return undefined
    if ((flags & (ERROR | MISSING)) !== 0) {
      lines ??= lineStarts(text)
      unread.push({ fromLine: placeOf(lines, start).line, toLine: placeOf(lines, Math.max(start, end - 1)).line })
    }
    if (cursor.gotoFirstChild()) {
      parent = node
      continue
    }
    arrays.close(node)
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return { tree: { text, kinds, ...arrays.done() }, unread }
      arrays.close(parent)
      parent = arrays.parentOf(parent)
    }
  }
}

/** The arrays of a tree while it is made. */
class Growing {
  #count = 0
  #room: number
  #words: Uint32Array
  #parents: Int32Array
  #kinds: Uint16Array
  #flags: Uint8Array

  constructor(room: number) {
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
