import type { FixTarget } from '../draft.ts'
import { lineAt, offsetOf } from '../text/splice.ts'

/** The range of a finding in a text. */
export interface FindingRange {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The whole text with another text in the range. */
  readonly replacedBy: (text: string) => string
}

/** Returns the range of a finding: its columns, or its lines where it has none. Undefined if the text has no such range. */
export function withRange(
  text: string,
  {
    startLine,
    endLine,
    startColumn,
    endColumn,
  }: Pick<FixTarget, 'startLine' | 'endLine' | 'startColumn' | 'endColumn'>,
): FindingRange | undefined {
  const start = offsetOf(text, startLine, startColumn ?? 1)
  const end = endColumn === undefined ? lineAt(text, endLine).end : offsetOf(text, endLine, endColumn) + 1
  if (end < start || end > text.length) return undefined
  return {
    start,
    end,
    text: text.slice(start, end),
    replacedBy: (by) => text.slice(0, start) + by + text.slice(end),
  }
}
