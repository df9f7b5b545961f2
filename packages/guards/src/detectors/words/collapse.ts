/** Text with each run of whitespace as one space, with its offset map. */
export interface Collapsed {
  readonly text: string
  /** Offset in the source of an offset in `text`. */
  readonly toSource: (offset: number) => number
}

const SPACE = 0x20

/** Collapses whitespace, so that a phrase matches any whitespace between its words. Copies nothing where every run is one space. */
export function collapseSpace(source: string): Collapsed {
  let stored: Int32Array | undefined
  let text = ''
  let from = 0
  let length = 0
  for (let i = 0; i < source.length; i += 1) {
    if (!isSpace(source.charCodeAt(i))) continue
    let end = i + 1
    while (end < source.length && isSpace(source.charCodeAt(end))) end += 1
    if (end === i + 1 && source.charCodeAt(i) === SPACE) continue
    stored ??= identity(source.length)
    text += `${source.slice(from, i)} `
    for (let at = from; at <= i; at += 1) stored[length++] = at
    from = end
    i = end - 1
  }
  if (stored === undefined) return { text: source, toSource: (offset) => offset }
  text += source.slice(from)
  for (let at = from; at <= source.length; at += 1) stored[length++] = at
  const map = stored
  return { text, toSource: (offset) => map[offset]! }
}

function identity(length: number): Int32Array {
  return new Int32Array(length + 1)
}

function isSpace(unit: number): boolean {
  return (
    unit === SPACE ||
    (unit >= 9 && unit <= 13) ||
    unit === 0xa0 ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a)
  )
}
