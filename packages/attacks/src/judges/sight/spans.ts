// Stretches of a text by loops over its characters. A pattern that begins at every character of a long reply counts as excessive
// to the engine of regular expressions, which then goes on in a way that is ten times as slow.

/** Which characters belong to a stretch, by their codes; none beyond ASCII does. */
export type CharacterSet = Uint8Array

const ASCII = 128

/** @param ranges  pairs of first and last characters, e.g. `azAZ` */
export function characters(ranges: string): CharacterSet {
  const set = new Uint8Array(ASCII)
  for (let at = 0; at + 1 < ranges.length; at += 2) set.fill(1, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1)
  return set
}

/**
 * The longest stretches of characters of a set, at least so many, each with the marks behind it.
 * @param mark  one that may follow, at most `most` times
 */
export function stretches(
  text: string,
  set: CharacterSet,
  least: number,
  { mark, most }: { readonly mark: string; readonly most: number } = { mark: '=', most: 0 },
): readonly string[] {
  const found: string[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && set[text.charCodeAt(at)] === 1) continue
    if (at - from >= least) {
      let end = at
      while (end < at + most && text[end] === mark) end += 1
      found.push(text.slice(from, end))
    }
    from = at + 1
  }
  return found
}

const HEX = characters('09afAF')
/** `\s`, and what people put between bytes. */
const BETWEEN = /[\s,:-]/

/** Pairs of hexadecimal digits, with at most one sign between two of them; at least so many pairs. */
export function hexStretches(text: string, least: number): readonly string[] {
  const found: string[] = []
  const isHex = (at: number): boolean => HEX[text.charCodeAt(at)] === 1
  for (let at = 0; at < text.length; at += 1) {
    if (!isHex(at)) continue
    let end = at
    let pairs = 0
    while (isHex(end) && isHex(end + 1)) {
      end += 2
      pairs += 1
      if (end < text.length && BETWEEN.test(text[end]!)) end += 1
    }
    if (pairs < least) continue
    found.push(text.slice(at, end))
    at = end - 1
  }
  return found
}
