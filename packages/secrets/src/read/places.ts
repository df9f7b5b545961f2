/** Lines and columns count from 1, columns in UTF-16 code units. */
export interface LinePosition {
  readonly line: number
  readonly column: number
}

const LINE_FEED = '\n'

/**
 * Returns the line and column of ascending offsets in a stream of text pieces. Uses constant memory: processed text is counted and
 * dropped.
 */
export class LineCounter {
  #line = 1
  /** Units of the current line that lie before {@link #at}. */
  #units = 0
  #at = 0

  /** Returns the location of an offset in `text`, whose first character is the end of the last call of {@link skip}. */
  placeOf(text: string, offset: number): LinePosition {
    this.#advance(text, offset)
    return { line: this.#line, column: this.#units + 1 }
  }

  /** Ends the piece: further offsets are relative to `to`. */
  skip(text: string, to: number): void {
    this.#advance(text, to)
    this.#at -= to
  }

  #advance(text: string, to: number): void {
    let from = this.#at
    if (to <= from) return
    for (let end = text.indexOf(LINE_FEED, from); end !== -1 && end < to; end = text.indexOf(LINE_FEED, from)) {
      this.#line++
      this.#units = 0
      from = end + 1
    }
    this.#units += unitsOf(text, from, to)
    this.#at = to
  }
}

/** Returns the last location of `[start, end)`, which starts at `first`. */
export function endPosition(text: string, start: number, end: number, first: LinePosition): LinePosition {
  const lastBreak = text.lastIndexOf(LINE_FEED, end - 2)
  if (lastBreak < start) return { line: first.line, column: first.column + Math.max(1, unitsOf(text, start, end)) - 1 }
  const line = first.line + text.slice(start, end - 1).split(LINE_FEED).length - 1
  return { line, column: Math.max(1, unitsOf(text, lastBreak + 1, end)) }
}

/** Returns the number of UTF-16 code units of UTF-8 stored as Latin-1: one for each first byte, two for sequences of four bytes. */
export function unitsOf(text: string, from: number, to: number): number {
  let units = 0
  for (let at = from; at < to; at++) {
    const byte = text.charCodeAt(at)
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}
