import { type Observation, SNIPPET_CHARS_MAX, withoutValues } from '@gatehouse/scan-engine'
import { lineStarts, positionOf } from '@gatehouse/sast/configuration'
import type { Rendered, RenderedRange } from './rendered.ts'

/** Lines of a snippet, as elsewhere. */
const SNIPPET_LINES_MAX = 12

/** A location in a file of the tree. */
export interface SourceLocation {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** Returns the source location of a range of a rendered text; undefined where no part of it has a source. */
export function sourceOf({ pieces }: Rendered, start: number, end: number): SourceLocation | undefined {
  const first = firstWithin(pieces, start, end)
  if (first === undefined) return undefined
  const from = offsetIn(first, Math.max(start, first.start), false)
  let to = offsetIn(first, Math.min(end, first.end), true)
  for (let at = pieces.indexOf(first) + 1; at < pieces.length && pieces[at]!.start < end; at += 1) {
    const piece = pieces[at]!
    const last = offsetIn(piece, Math.min(end, piece.end), true)
    // A range from several files is reported where it starts.
    if (piece.file === first.file && last > to) to = last
  }
  return { file: first.file, from, to: Math.max(from, to) }
}

function firstWithin(pieces: readonly RenderedRange[], start: number, end: number): RenderedRange | undefined {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (pieces[middle]!.end <= start) low = middle + 1
    else high = middle
  }
  const found = pieces[low]
  if (found !== undefined && found.start < end) return found
  // Generated text belongs to the source text before it.
  return pieces[low - 1]
}

/** An offset of the rendered text in the file of a piece. */
function offsetIn(piece: RenderedRange, offset: number, isEnd: boolean): number {
  if (piece.end - piece.start === piece.to - piece.from) {
    return piece.from + Math.min(Math.max(0, offset - piece.start), piece.to - piece.from)
  }
  return isEnd ? piece.to : piece.from
}

/** Maps a finding in a rendered text to its source file. */
export function movedTo(seen: Observation, place: SourceLocation, text: string, rendered: string): Observation {
  const lines = lineStarts(text)
  const from = positionOf(lines, place.from)
  const to = positionOf(lines, Math.max(place.from, place.to - 1))
  const last = Math.min(to.line, from.line + SNIPPET_LINES_MAX - 1)
  const code = text.slice(lines[from.line - 1], lines[last] ?? text.length).trimEnd()
  const { fix: _, ...metadata } = seen.metadata
  return {
    ...seen,
    filePath: place.file,
    startLine: from.line,
    endLine: to.line,
    startColumn: from.column,
    endColumn: to.column,
    snippet: withoutValues(code.slice(0, SNIPPET_CHARS_MAX)),
    // A fix for the rendered text does not apply to the template.
    metadata: { ...metadata, ...(rendered === place.file ? {} : { renderedAs: rendered }) },
  }
}
