/** A range of a text that is kept. */
export interface KeptRange {
  readonly start: number
  readonly end: number
  /** Text after the range, which replaces as many characters. */
  readonly after?: string
}

/**
 * Returns a text with only the given ascending ranges; all other characters except line breaks become spaces, so that offsets stay valid.
 */
export function keepRanges(text: string, ranges: readonly KeptRange[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, after = '' } of ranges) {
    pieces.push(blank(text.slice(at, start)), text.slice(start, end), after)
    at = end + after.length
  }
  pieces.push(blank(text.slice(at)))
  return pieces.join('')
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
