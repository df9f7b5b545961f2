/** What an operator wrote is shown up to here: a line on a terminal. */
const SHOWN_CHARS_MAX = 80

/** A text as it may stand in a message: short, on one line, control characters escaped. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS_MAX)).slice(1, -1)
}
