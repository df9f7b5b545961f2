import type { Bound, CodeRange } from '../facts.ts'

/** Whether a location is within another one of the same file. */
export function isWithin(inner: CodeRange, outer: CodeRange): boolean {
  const starts = inner.line > outer.line || (inner.line === outer.line && inner.column >= outer.column)
  return (
    starts && (inner.endLine < outer.endLine || (inner.endLine === outer.endLine && inner.endColumn <= outer.endColumn))
  )
}

/** Whether metavariables with one name are bound to the same code. */
export function agree(a: Bound, b: Bound): boolean {
  return Object.entries(a).every(([name, code]) => b[name] === undefined || b[name] === code)
}
