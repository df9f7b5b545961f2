import type { CompactTree } from '../tree/compact-tree.ts'
import type { Vocabulary } from './view.ts'

/** Own limit: longer than any call that writes variables. */
const CALL_CHARS_MAX = 300

/** Returns the names that a call changes in place, by its prefix: `read x`, `x.concat(y)`; none for most nodes. */
export function writtenBy(tree: CompactTree, node: number, { writers }: Vocabulary): readonly string[] {
  const row = writers.get(tree.kind[node]!)
  if (row === undefined) return []
  const start = tree.start[node]!
  const text = tree.text.slice(start, Math.min(tree.end[node]!, start + CALL_CHARS_MAX))
  if (!row.starts.test(text)) return []
  const words = text.match(/[A-Za-z_@][\w@]*/g) ?? []
  return row.isFirst ? words.slice(0, 1) : words
}
