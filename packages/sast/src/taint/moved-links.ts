import type { CodeRange } from './facts.ts'
import type { Linked } from './link/link.ts'
import type { Position, Positions } from './positions.ts'

/** Of a file that facts are of, by its path. */
type PositionsOf = (filePath: string) => Positions

/**
 * Replaces the lines and columns of link results by position numbers: these stay valid as long as the facts and their order are the same.
 */
export function withNumbers(linked: Linked, positionsOf: PositionsOf): Linked {
  return mapped(linked, (filePath, { line, column, endLine, endColumn }) => {
    const positions = positionsOf(filePath)
    const start = positions.numberOf({ line, column })
    const end = positions.numberOf({ line: endLine, column: endColumn })
    if (start === undefined || end === undefined) throw new Error(`no place of ${filePath} is at ${line}:${column}`)
    return { line: start, column: 0, endLine: end, endColumn: 0 }
  })
}

/**
 * Restores lines and columns.
 * @param kept result of {@link withNumbers} for the same facts
 * @throws {Error} if the result belongs to different facts
 */
export function withPositions(linked: Linked, positionsOf: PositionsOf): Linked {
  return mapped(linked, (filePath, place) => {
    const positions = positionsOf(filePath)
    const [start, end] = [positions.at(place.line), positions.at(place.endLine)]
    if (start === undefined || end === undefined) throw new Error(`${filePath} has fewer places`)
    return rangeOf(start, end)
  })
}

function rangeOf({ line, column }: Position, end: Position): CodeRange {
  return { line, column, endLine: end.line, endColumn: end.column }
}

function mapped(linked: Linked, move: (filePath: string, place: CodeRange) => CodeRange): Linked {
  const whole = <T extends { readonly filePath: string; readonly place: CodeRange }>(item: T): T => ({
    ...item,
    place: move(item.filePath, item.place),
  })
  return {
    ...linked,
    findings: linked.findings.map((finding) => ({
      ...whole(finding),
      source: whole(finding.source),
      sink: whole(finding.sink),
      trace: finding.trace.map((step) => ({ ...step, ...move(step.filePath, step) })),
    })),
  }
}
