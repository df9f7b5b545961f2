/** Maximum displayed length of a value. */
const SHOWN_CHARS_MAX = 80

/** Returns a text for a message: short, on one line, with escaped control characters. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS_MAX)).slice(1, -1)
}
