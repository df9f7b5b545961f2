import type { CompactTree } from '../tree/compact-tree.ts'
import type { NodePattern, Pattern } from './pattern.ts'

const MARK = /^(?:decorator|(?:marker_)?annotation)$/

/** Decorators and annotations apart from all else that stands beside them, in a pattern and in code. */
export interface Decorated {
  /** With an ellipsis wherever others may stand. */
  readonly wanted: readonly Pattern[]
  readonly marks: readonly number[]
  readonly rest: readonly Pattern[]
  readonly others: readonly number[]
}

/** Undefined where the order of a pattern's decorators says nothing: there are fewer than two. */
export function splitDecorators(
  { children, order }: NodePattern,
  code: readonly number[],
  { kind, kinds }: CompactTree,
): Decorated | undefined {
  if (order === 'ordered') return undefined
  const isMark = (one: Pattern): boolean =>
    one.type === 'node' && [...one.kinds].some((own) => MARK.test(kinds.name(own)))
  const marks = children.filter(isMark)
  if (marks.length < 2) return undefined
  const isMarkAt = (node: number): boolean => MARK.test(kinds.name(kind[node]!))
  return {
    wanted: [{ type: 'ellipsis' }, ...marks.flatMap((one): Pattern[] => [one, { type: 'ellipsis' }])],
    marks: code.filter(isMarkAt),
    rest: children.filter((one) => !isMark(one)),
    others: code.filter((node) => !isMarkAt(node)),
  }
}
