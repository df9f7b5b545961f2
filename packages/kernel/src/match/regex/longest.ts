import type { Node } from './syntax.ts'

/**
 * Returns the maximum length of a match in code units; Infinity without a limit. Patterns with text or line anchors are unlimited, because
 * anchors depend on the whole text.
 */
export function longestMatch(node: Node): number {
  switch (node.kind) {
    case 'empty':
      return 0
    case 'place':
      return node.place === 'word_edge' || node.place === 'no_word_edge' ? 0 : Number.POSITIVE_INFINITY
    case 'set':
      return (node.set.at(-1) ?? 0) > UNIT_MAX ? 2 : 1
    case 'concat':
      return node.parts.reduce((sum, part) => sum + longestMatch(part), 0)
    case 'either':
      return Math.max(0, ...node.options.map(longestMatch))
    case 'repeat': {
      const body = longestMatch(node.body)
      // 0 times Infinity would be NaN.
      return body === 0 || node.max === 0 ? 0 : body * node.max
    }
    case 'group':
      break
  }
  return longestMatch(node.body)
}

/** Higher code points have two code units. */
const UNIT_MAX = 0xffff
