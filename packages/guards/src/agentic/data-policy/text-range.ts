import type { JsonText, JsonToken } from './json-text.ts'

/**
 * The range of the flattened text that a range of the JSON text stands for, from the first key or value that it touches to
 * the last.
 * @returns undefined where it touches nothing but quotes, commas and the like
 */
export function textRange(
  json: JsonText,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const { tokens } = json
  let low: number | undefined
  let high = 0
  for (let index = firstEndingAfter(tokens, start); index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.start >= end) break
    const from = placeOf(json, token, start, 'begin')
    const to = placeOf(json, token, end, 'end')
    if (to <= from) continue
    low ??= from
    high = to
  }
  return low === undefined ? undefined : { start: low, end: high }
}

/** Index of the first token that ends behind a place of the JSON text. */
function firstEndingAfter(tokens: readonly JsonToken[], at: number): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens[middle]!.end <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Where an edge of a range of the JSON text lies in the flattened text, held within the token. */
function placeOf(json: JsonText, token: JsonToken, at: number, edge: 'begin' | 'end'): number {
  const inside = at - token.start - (token.kind === 'scalar' ? 0 : 1)
  if (inside <= 0) return token.from
  if (at >= token.end) return token.to
  // A number that is read by its digits, and not as it is written, is one thing.
  const isRewritten = token.kind === 'scalar' && token.to - token.from !== token.end - token.start
  if (isRewritten) return edge === 'begin' ? token.from : token.to
  const said = token.escaped ? saidBefore(json.raw, token, at, edge) : inside
  if (token.inner === undefined) return Math.min(token.to, token.from + said)
  return token.from + (textRange(token.inner, 0, said)?.end ?? 0)
}

/** Where the code units of a string end in the JSON text; kept for each string, since many findings may lie in one. */
const KEPT = new WeakMap<JsonToken, Uint32Array>()

/** How many code units a string says before a place in it. An escape that the range cuts in two belongs to the range. */
function saidBefore(raw: string, token: JsonToken, at: number, edge: 'begin' | 'end'): number {
  let ends = KEPT.get(token)
  if (ends === undefined) {
    ends = unitEnds(raw, token)
    KEPT.set(token, ends)
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

/** For each code unit that the string says, where it ends in the JSON text. */
function unitEnds(raw: string, { start, end }: JsonToken): Uint32Array {
  const ends: number[] = []
  for (let at = start + 1; at < end - 1;) {
    if (raw.charCodeAt(at) === 0x5c) at += raw[at + 1] === 'u' ? 6 : 2
    else at++
    ends.push(at)
  }
  return Uint32Array.from(ends)
}
