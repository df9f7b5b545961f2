import type { CompactTree } from '../tree/compact-tree.ts'
import { DEEP } from './pattern-text.ts'
import { speaking, type Vocabulary } from './view.ts'

/**
 * Returns the pattern P of `<... P ...>` in a shell. Shells have no calls with parentheses, so the pattern is written as a list of two
 * commands, the second is P. Undefined for all other code.
 */
export function deepOfShell(tree: CompactTree, node: number, text: string, vocabulary: Vocabulary): number | undefined {
  if (!text.startsWith(`$(${DEEP};`) || !text.endsWith(')')) return undefined
  const nameOf = (item: number): string => tree.kinds.name(tree.kind[item]!)
  let at = node
  while (nameOf(at) !== 'command_substitution') {
    at += 1
    if (at >= tree.next[node]!) return undefined
  }
  const [, inner, ...more] = speaking(tree, at, vocabulary)
  if (inner === undefined || more.length > 0) return undefined
  // A single word matches the word anywhere, not a command without arguments.
  const words = nameOf(inner) === 'command' ? speaking(tree, inner, vocabulary) : []
  return words.length === 1 ? words[0] : inner
}
