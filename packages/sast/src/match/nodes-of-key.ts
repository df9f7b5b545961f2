import { nodeAround } from './occurrences.ts'
import type { Source } from './source.ts'

/** How a key begins that can be found by a word of it: with that, and a sign before it at most. */
const HEAD = /^([^\w\s"'`]?)([A-Za-z_]\w*)(?![$\u0080-\uffff])/

/**
 * The nodes that say what a key says, rising.
 * @returns undefined where they cannot be found by a word
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
      // What holds more says more: it begins so, or it is none.
      if (length === undefined) break
      if (length === key.length) found.push(node)
    }
  }
  return found.sort((a, b) => a - b)
}
