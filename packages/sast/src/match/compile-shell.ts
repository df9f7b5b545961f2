import type { CompactTree } from '../tree/compact-tree.ts'
import { DEEP } from './pattern-text.ts'
import { speaking, type Vocabulary } from './view.ts'

/**
 * What `<... P ...>` looks for in a shell, which has no calls with parentheses: there it is written as a list of two commands,
 * the second of which is P. Undefined for all other code.
 */
export function deepOfShell(tree: CompactTree, node: number, text: string, vocabulary: Vocabulary): number | undefined {
  if (!text.startsWith(`$(${DEEP};`) || !text.endsWith(')')) return undefined
  const nameOf = (one: number): string => tree.kinds.name(tree.kind[one]!)
  let at = node
  while (nameOf(at) !== 'command_substitution') {
    at += 1
    if (at >= tree.next[node]!) return undefined
  }
  const [, inner, ...more] = speaking(tree, at, vocabulary)
  if (inner === undefined || more.length > 0) return undefined
  // A word alone is a word wherever it stands, and no command without arguments.
  const words = nameOf(inner) === 'command' ? speaking(tree, inner, vocabulary) : []
  return words.length === 1 ? words[0] : inner
}
