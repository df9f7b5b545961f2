/** What of the text before a part is looked at together with it; longer than what the guards search for word by word. */
const SEAM_CHARS = 400

/**
 * Clients join texts that follow one another, so what is harmless in each may not be in both. The second is therefore
 * screened twice, alone and behind the end of the first.
 */
export interface Seam {
  /** The end of the text before, as it was screened with this one. */
  readonly tail: string
  /** The text itself as it came, and what the guards have left of it alone. */
  readonly said: string
  readonly released: string
  /** What the guards have left of both. */
  readonly judged: string
  /** The text before, as it has left. */
  readonly before: string
}

/** The end of a text that is continued. */
export function tailOf(before: string, text: string): string {
  return text.length >= SEAM_CHARS ? text.slice(-SEAM_CHARS) : (before + text).slice(-SEAM_CHARS)
}

/** The text as it may leave behind the one before, which has left already. */
export function acrossSeam({ tail, said, released, judged, before }: Seam): string {
  if (judged === tail + said) return released
  const head = judged.slice(0, Math.max(0, judged.length - released.length))
  // What was found is what each of them alone has lost already.
  if (head !== '' && before.endsWith(head) && judged.endsWith(released)) return released
  // What begins before the seam has left so far; the rest of it, and all that follows, is as the guards have it. A text
  // that has lost something alone as well cannot be told apart from that, and is left out.
  return released === said ? judged.slice(commonLength(judged, tail)) : ''
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return at
}
