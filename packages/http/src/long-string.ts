const BACKSLASH = '\\'
const CONTROL = /[\u0000-\u001f]/
/** Length of a short escape like `\n`, and of the longest escape, `\u0041`. */
const SHORT_ESCAPE_CHARS = 2
const LONG_ESCAPE_CHARS = 6

/**
 * Decodes a long JSON string in pieces.
 * @param written the characters between the quotes
 * @param turn waits for the next turn of the event loop
 * @returns undefined if the characters are not a valid JSON string
 */
export async function valueOfString(
  written: string,
  piece_chars: number,
  turn: () => Promise<unknown>,
): Promise<string | undefined> {
  // Without escapes the characters are the value, so that no copy is needed.
  const isPlain = !written.includes(BACKSLASH)
  const values: string[] = []
  for (let start = 0; start < written.length;) {
    const end = isPlain ? start + piece_chars : chunkEnd(written, start, start + piece_chars)
    const piece = written.slice(start, end)
    if (CONTROL.test(piece)) return undefined
    if (!isPlain) {
      const value = decoded(piece)
      if (value === undefined) return undefined
      values.push(value)
    }
    start = end
    // oxlint-disable-next-line no-await-in-loop -- other requests are served in between
    await turn()
  }
  return isPlain ? written : values.join('')
}

/** Returns the position nearest to `end` that is not inside an escape. */
function chunkEnd(written: string, start: number, end: number): number {
  if (end >= written.length) return written.length
  const last = written.lastIndexOf(BACKSLASH, end - 1)
  if (last < start || last <= end - LONG_ESCAPE_CHARS) return end
  let first = last
  while (first > start && written[first - 1] === BACKSLASH) first -= 1
  // After an even number of backslashes, the last one is escaped itself.
  if ((last - first) % 2 === 1) return end
  if (last > start) return last
  const isLong = written[last + 1] === 'u'
  return Math.min(written.length, last + (isLong ? LONG_ESCAPE_CHARS : SHORT_ESCAPE_CHARS))
}

function decoded(piece: string): string | undefined {
  try {
    return JSON.parse(`"${piece}"`) as string
  } catch {
    return undefined
  }
}
