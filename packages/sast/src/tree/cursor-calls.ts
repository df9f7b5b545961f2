import type { Tree, TreeCursor } from 'web-tree-sitter'

type Call = (tree: number) => number

/** Export names in the parser's module. They belong to the installed version only. */
const NAMES = {
  kind: '_ts_tree_cursor_current_node_type_id_wasm',
  isMissing: '_ts_tree_cursor_current_node_is_missing_wasm',
  start: '_ts_tree_cursor_start_index_wasm',
  end: '_ts_tree_cursor_end_index_wasm',
  field: '_ts_tree_cursor_current_field_id_wasm',
  toFirstChild: '_ts_tree_cursor_goto_first_child_wasm',
  toNextSibling: '_ts_tree_cursor_goto_next_sibling_wasm',
  toParent: '_ts_tree_cursor_goto_parent_wasm',
} as const

/** How many numbers a cursor is. */
const CURSOR_WORDS = 4

/**
 * Cursor functions of the parser, which use a fixed location of its memory: the package's own cursor copies its state there and back for
 * each call.
 */
export type CursorCalls = { readonly [Name in keyof typeof NAMES]: Call } & {
  /** Starts at the root of a tree. Until `close`, no other code may call the parser. */
  readonly open: (tree: Tree) => OpenCursor
  readonly close: (open: OpenCursor) => void
}

export interface OpenCursor {
  /** Handle of the tree for the functions. */
  readonly tree: number
  readonly cursor: TreeCursor
}

/** @throws {Error} for a module of another version */
export function cursorCalls(module: Readonly<Record<string, unknown>>): CursorCalls {
  const call = (name: string): Call => {
    const found = module[name]
    if (typeof found !== 'function') throw new Error(`the parser has no ${name}`)
    return found as Call
  }
  const place = (call('_ts_init') as () => number)() / Int32Array.BYTES_PER_ELEMENT
  const calls = Object.fromEntries(Object.entries(NAMES).map(([name, long]) => [name, call(long)])) as {
    readonly [Name in keyof typeof NAMES]: Call
  }
  return {
    ...calls,
    open(tree) {
      // The constructor writes the cursor to its memory location.
      const cursor = tree.walk()
      return { tree: numbersOf(tree)[0]!, cursor }
    },
    close({ cursor }) {
      // The parser's memory may have grown since, which replaces its view.
      const memory = module['HEAP32'] as Int32Array
      const words = numbersOf(cursor)
      for (let at = 0; at < CURSOR_WORDS; at += 1) words[at] = memory[place + at]!
      cursor.delete()
    },
  }
}

/** Returns the numbers that the package stores in an object for the parser. */
function numbersOf(handle: object): number[] {
  return handle as number[]
}
