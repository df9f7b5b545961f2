import type { CompactTree } from '../tree/compact-tree.ts'
import type { NodePattern, Pattern } from './pattern.ts'

const MARK = /^(?:decorator|(?:marker_)?annotation)$/

/** Decorators and annotations without their siblings, in a pattern and in code. */
export interface Decorated {
  /** With an ellipsis at each place where others may occur. */
  readonly wanted: readonly Pattern[]
  readonly marks: readonly number[]
  readonly rest: readonly Pattern[]
  readonly others: readonly number[]
}

/** Splits a pattern's decorators from the rest; undefined for fewer than two, where order cannot matter. */
export function splitDecorators(
  { children, order }: NodePattern,
  code: readonly number[],
  { kind, kinds }: CompactTree,
): Decorated | undefined {
  if (order === 'ordered') return undefined
  const isMark = (pattern: Pattern): boolean =>
    pattern.type === 'node' && [...pattern.kinds].some((own) => MARK.test(kinds.name(own)))
  const marks = children.filter(isMark)
  if (marks.length < 2) return undefined
  const isMarkAt = (node: number): boolean => MARK.test(kinds.name(kind[node]!))
  return {
    wanted: [{ type: 'ellipsis' }, ...marks.flatMap((mark): Pattern[] => [mark, { type: 'ellipsis' }])],
    marks: code.filter(isMarkAt),
    rest: children.filter((child) => !isMark(child)),
    others: code.filter((node) => !isMarkAt(node)),
  }
}
