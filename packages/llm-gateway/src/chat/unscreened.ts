/** Maximum number of part kinds counted by name, and maximum length of a name. Names are untrusted. */
const KINDS_MAX = 20
const KIND_CHARS_MAX = 64
const OTHER_KINDS = 'other'

/** Counts a part without text. */
export function countKind(kinds: Map<string, number>, name: string): void {
  const short = name.slice(0, KIND_CHARS_MAX)
  const kind = kinds.has(short) || kinds.size < KINDS_MAX ? short : OTHER_KINDS
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
}

/** Decrements a count after the part was read. */
export function uncountKind(kinds: Map<string, number>, name: string): void {
  const short = name.slice(0, KIND_CHARS_MAX)
  const kind = kinds.has(short) ? short : OTHER_KINDS
  const count = kinds.get(kind) ?? 0
  if (count > 1) kinds.set(kind, count - 1)
  else kinds.delete(kind)
}
