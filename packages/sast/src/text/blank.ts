/** A range of a text that is kept. */
export interface KeptRange {
  readonly start: number
  readonly end: number
  /** What stands behind the range in place of as many characters. */
  readonly after?: string
}

/** The ranges of a text, which rise; all else is blank, but for line breaks: every offset stays. */
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
