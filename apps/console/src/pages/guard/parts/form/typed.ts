/** A number where it is one; otherwise what was typed, which is then said to be wrong. Nothing typed is nothing. */
export function numberOf(text: string): number | string | undefined {
  if (text === '') return undefined
  const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : text
}

/** Names in one line, with a mark between them. */
export const partsOf = (text: string, mark = ','): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')
