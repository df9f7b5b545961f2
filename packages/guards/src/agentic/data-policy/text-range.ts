import type { JsonText } from './json-text.ts'

/**
 * Maps a range of the JSON text to the flattened text, from the first to the last touched key or value.
 * @returns undefined for a range with only quotes, commas and similar
 */
export function textRange(
  json: JsonText,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const { tokens } = json
  let low: number | undefined
  let high = 0
  for (let index = tokens.firstEndingAfter(start); index < tokens.count && tokens.start(index) < end; index++) {
    const from = textOffset(json, index, start, 'begin')
    const to = textOffset(json, index, end, 'end')
    if (to <= from) continue
    low ??= from
    high = to
  }
  return low === undefined ? undefined : { start: low, end: high }
}

/** Returns the offset in the flattened text for the edge of a JSON range, limited to the token. */
function textOffset(json: JsonText, index: number, at: number, edge: 'begin' | 'end'): number {
  const { tokens } = json
  const [start, end, from, to] = [tokens.start(index), tokens.end(index), tokens.from(index), tokens.to(index)]
  const isScalar = tokens.kind(index) === 'scalar'
  const inside = at - start - (isScalar ? 0 : 1)
  if (inside <= 0) return from
  if (at >= end) return to
  // A number that is read by its decimal digits is a single unit.
  if (tokens.whole.has(index) || (isScalar && to - from !== end - start)) return edge === 'begin' ? from : to
  const value = tokens.isEscaped(index) ? decodedLength(json, index, at, edge) : inside
  const inner = tokens.inner.get(index)
  return inner === undefined ? Math.min(to, from + value) : from + (textRange(inner, 0, value)?.end ?? 0)
}

/** Returns the number of decoded code units of a string before an offset. An escape that the range splits belongs to the range. */
function decodedLength({ raw, tokens }: JsonText, index: number, at: number, edge: 'begin' | 'end'): number {
  // Cached per string, since many findings may be in one.
  let ends = tokens.kept.get(index)
  if (ends === undefined) {
    ends = unitEnds(raw, tokens.start(index), tokens.end(index))
    tokens.kept.set(index, ends)
  }
  const limit = edge === 'begin' ? at : at - 1
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return edge === 'begin' ? low : Math.min(low + 1, ends.length)
}

/** Returns the end offset in the JSON text for each decoded code unit of the string. */
function unitEnds(raw: string, start: number, end: number): Uint32Array {
  const ends: number[] = []
  for (let at = start + 1; at < end - 1;) {
    if (raw.charCodeAt(at) === 0x5c) at += raw[at + 1] === 'u' ? 6 : 2
    else at++
    ends.push(at)
  }
  return Uint32Array.from(ends)
}
