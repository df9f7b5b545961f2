/** Returns the line break of a text: that of its first line. */
export function eolOf(text: string): '\n' | '\r\n' {
  const first = text.indexOf('\n')
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n'
}

/** Returns the offset of a line, from 1, and a column, from 1. */
export function offsetOf(text: string, line: number, column = 1): number {
  let at = 0
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', at)
    if (next === -1) return text.length
    at = next + 1
  }
  return Math.min(text.length, at + column - 1)
}

/** Returns a line, from 1, without its line break, and its range. */
export function lineAt(
  text: string,
  line: number,
): { readonly start: number; readonly end: number; readonly text: string } {
  const start = offsetOf(text, line)
  const next = text.indexOf('\n', start)
  let end = next === -1 ? text.length : next
  if (end > start && text[end - 1] === '\r') end -= 1
  return { start, end, text: text.slice(start, end) }
}

/** Returns the range from the start of one line to the end of another, without the last line break. */
export function linesAt(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number; readonly text: string } {
  const { start } = lineAt(text, from)
  const { end } = lineAt(text, to)
  return { start, end, text: text.slice(start, end) }
}

/** Escapes a text for a regular expression. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Folder of a path with a slash at its end; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Name of a path without its folder. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
