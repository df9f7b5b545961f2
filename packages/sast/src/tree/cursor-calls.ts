import type { Tree, TreeCursor } from 'web-tree-sitter'

type Call = (tree: number) => number

/** What the parser's module calls its functions. They are of the one version that is installed. */
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
 * The parser's own functions of a cursor, which stands in one place of its memory: the cursor of the package brings it there and
 * fetches it again for each single question.
 */
export type CursorCalls = { readonly [Name in keyof typeof NAMES]: Call } & {
  /** Begins at the root of a tree. Until `close` nobody else may ask the parser anything. */
  readonly open: (tree: Tree) => OpenCursor
  readonly close: (open: OpenCursor) => void
}

export interface OpenCursor {
  /** The tree, as the functions know it. */
  readonly tree: number
  readonly cursor: TreeCursor
}

/** @throws {Error} where the module is of another version */
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
      // It stands in its place once it is made.
      const cursor = tree.walk()
      return { tree: numbersOf(tree)[0]!, cursor }
    },
    close({ cursor }) {
      // The memory of the parser may have grown meanwhile, and its view is another one then.
      const memory = module['HEAP32'] as Int32Array
      const words = numbersOf(cursor)
      for (let at = 0; at < CURSOR_WORDS; at += 1) words[at] = memory[place + at]!
      cursor.delete()
    },
  }
}

/** What the package keeps in an object for the parser. */
function numbersOf(handle: object): number[] {
  return handle as number[]
}
