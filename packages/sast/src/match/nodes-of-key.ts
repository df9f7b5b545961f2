import { nodeAround } from './occurrences.ts'
import type { Source } from './source.ts'

/** Prefix of a key that a word index can find: a word, with at most one sigil before it. */
const HEAD = /^([^\w\s"'`]?)([A-Za-z_]\w*)(?![$\u0080-\uffff])/

/**
 * Returns the nodes with a given key, ascending.
 * @returns undefined where a word index cannot find them
 */
export function nodesOfKey(key: string, source: Source): readonly number[] | undefined {
  const head = HEAD.exec(key)
  if (head === null) return undefined
  const { tree, occurrences } = source
  const [, sign = '', word = ''] = head
  const found: number[] = []
  for (const place of occurrences.of(word)) {
    const start = place - sign.length
    if (start < 0 || !tree.text.startsWith(sign, start)) continue
    for (let node = nodeAround(tree, start); node >= 0; node = tree.parent[node]!) {
      const length = source.lengthIn(key, node)
      // A parent node has a longer text: it has the key as its prefix or no match.
      if (length === undefined) break
      if (length === key.length) found.push(node)
    }
  }
  return found.sort((a, b) => a - b)
}
