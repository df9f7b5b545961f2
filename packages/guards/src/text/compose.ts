/** Maximum number of generic marks on one base in natural text: two, as in Vietnamese before composition. */
const STACK_MARKS_MAX = 2

/** Cache of composed clusters of one or two code units: texts repeat the same few. */
const remembered = new Map<number, string>()
const REMEMBERED_MAX = 8192

/** Returns a base with its marks, `[at, end)`, in compatibility form without invisible characters, strokes and stacked marks. */
export function composedOf(source: string, units: Uint16Array, at: number, end: number): string {
  if (end - at > 2) return compose(source.slice(at, end))
  const key = end - at === 2 ? units[at]! * 0x10000 + units[at + 1]! : units[at]!
  const known = remembered.get(key)
  if (known !== undefined) return known
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  const composed = compose(source.slice(at, end))
  remembered.set(key, composed)
  return composed
}

const invisible =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
/** Strokes and rings laid over a letter: they never change which letter it is. */
const overlay = /[\u0305\u0332-\u0338\u033f\u035c-\u0362\u0488\u0489\u20d0-\u20f0]/g
const genericMark = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/g

function compose(cluster: string): string {
  const composed = cluster.replace(invisible, '').replace(overlay, '').normalize('NFKC')
  const marks = composed.length > STACK_MARKS_MAX ? cluster.match(genericMark) : null
  if (marks === null || marks.length <= STACK_MARKS_MAX) return composed
  return composed.normalize('NFKD').replace(genericMark, '').normalize('NFKC')
}
