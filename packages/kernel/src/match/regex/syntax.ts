import type { CharSet } from './char-set.ts'

/** Zero-width assertions. */
export type Assertion = 'text_start' | 'text_end' | 'line_start' | 'line_end' | 'word_edge' | 'no_word_edge'

export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'place'; readonly place: Assertion }
  | { readonly kind: 'concat'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly options: readonly Node[] }
  | {
      readonly kind: 'repeat'
      readonly body: Node
      readonly min: number
      /** Infinity without upper limit. */
      readonly max: number
      readonly greedy: boolean
    }
  /** A capturing group. `index` counts from 1. */
  | { readonly kind: 'group'; readonly body: Node; readonly index: number }

export interface Syntax {
  readonly root: Node
  /** Number of capturing groups. */
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
}

/** Returns whether the node can match the empty string. */
export function nullable(node: Node): boolean {
  switch (node.kind) {
    case 'empty':
    case 'place':
      return true
    case 'set':
      return false
    case 'concat':
      return node.parts.every(nullable)
    case 'either':
      return node.options.some(nullable)
    case 'repeat':
      return node.min === 0 || nullable(node.body)
    case 'group':
      break
  }
  return nullable(node.body)
}

/** Returns whether every match begins at the start of the text, so that the search can stop there. */
export function startsText(node: Node): boolean {
  switch (node.kind) {
    case 'place':
      return node.place === 'text_start'
    case 'concat':
      return node.parts.length > 0 && startsText(node.parts[0] as Node)
    case 'either':
      return node.options.every(startsText)
    case 'group':
      return startsText(node.body)
    case 'repeat':
      return node.min > 0 && startsText(node.body)
    case 'empty':
    case 'set':
      break
  }
  return false
}

/** Returns the first and last capturing group inside the node, or undefined. They are numbered without gaps. */
export function groupsInside(node: Node): readonly [first: number, last: number] | undefined {
  if (node.kind === 'empty' || node.kind === 'set' || node.kind === 'place') return undefined
  const children = node.kind === 'concat' ? node.parts : node.kind === 'either' ? node.options : [node.body]
  let first = node.kind === 'group' ? node.index : Infinity
  let last = node.kind === 'group' ? node.index : -Infinity
  for (const child of children) {
    const inside = groupsInside(child)
    if (inside === undefined) continue
    first = Math.min(first, inside[0])
    last = Math.max(last, inside[1])
  }
  return first === Infinity ? undefined : [first, last]
}
