import type { TreeCursor } from 'web-tree-sitter'
import { type CompactTree, ERROR, EXTRA, lineStarts, MISSING, NAMED, placeOf } from './compact-tree.ts'
import type { Grammar, WasmGrammar } from './grammar.ts'
import { Growing } from './growing.ts'

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
  if (!('parser' in grammar)) return grammar.parse(text)
  const { rewriting } = grammar
  if (rewriting === undefined) return parseAs(text, text, grammar, comments)
  const written = rewriting.before(text)
  let parsed = parseAs(written, text, grammar, comments)
  if (written !== text && parsed !== undefined && parsed.unread.length > 0) {
    // It may be what was written anew that cannot be read.
    const plain = parseAs(text, text, grammar, comments)
    if (plain !== undefined && plain.unread.length < parsed.unread.length) parsed = plain
  }
  if (parsed !== undefined) rewriting.after(parsed.tree)
  return parsed
}

/** @param written what the parser gets; @param text what the tree is of, of the same length */
function parseAs(
  written: string,
  text: string,
  grammar: WasmGrammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  let rounds = 0
  // A text that confuses a grammar can take quadratic time: counting keeps the end of it the same on every machine.
  const progressCallback = (): boolean => (rounds += 1) > ROUNDS_MAX
  const parsed = grammar.parser.parse(written, null, { progressCallback })
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
  { kinds, ours }: WasmGrammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  const arrays = new Growing(text.length)
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
