// Character loops that find runs in a text. The regular-expression engine treats a pattern that matches at every character of a long reply
// as excessive and switches to a mode that is ten times slower.

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
 * Returns the longest runs of characters of a set, with a minimum length, each with the trailing marks.
 * @param mark optional trailing character, at most `most` times
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
/** `\s` and common separators between bytes. */
const BETWEEN = /[\s,:-]/

/** Returns runs of hexadecimal digit pairs, with at most one separator between two pairs and a minimum number of pairs. */
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
