import type { Node } from './syntax.ts'

/**
 * Most code units that a match can have; Infinity where there is no bound. One that hangs on a place of the text (its start
 * or end, that of a line) is taken for one without a bound: a part of the text has other places.
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
      // Nothing, however often, is nothing; 0 times Infinity would be no number.
      return body === 0 || node.max === 0 ? 0 : body * node.max
    }
    case 'group':
      break
  }
  return longestMatch(node.body)
}

/** From here on a character takes two code units. */
const UNIT_MAX = 0xffff
