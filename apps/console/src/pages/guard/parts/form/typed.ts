/** Returns a number if the text is one; otherwise the text, which validation then rejects; undefined for empty text. */
export function numberOf(text: string): number | string | undefined {
  if (text === '') return undefined
  const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : text
}

/** Splits a line at the separator. */
export const partsOf = (text: string, mark = ','): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')
