import { bind, type Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern } from './pattern.ts'
import { speaking } from './view.ts'

/** `$X.c` against `a.b.c` where a grammar gives all parts side by side: `$X` is all that stands before the last ones. */
export function matchFlat(
  { children }: NodePattern,
  node: number,
  bindings: Bindings,
  { tree, vocabulary, sequences }: Matcher,
): readonly Bindings[] {
  if (!vocabulary.flat.has(tree.kind[node]!)) return []
  const [first, ...rest] = children
  if (first?.type !== 'meta' || first.ofType !== undefined || rest.length === 0) return []
  const parts = speaking(tree, node, vocabulary)
  const before = parts.slice(0, -rest.length)
  if (before.length < 2) return []
  const [start, end] = [tree.start[before[0]!]!, tree.end[before.at(-1)!]!]
  const more = bind(bindings, first.name, { start, end, node: -1, key: tree.text.slice(start, end) })
  return more === undefined ? [] : sequences.list(rest, parts.slice(-rest.length), more.bindings)
}
