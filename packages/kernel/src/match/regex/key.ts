/** More arguments could overflow the call stack. */
const ARGUMENTS_MAX = 4_096

/** Returns a lookup key for a list of instructions. */
export function keyOf(instructions: Uint16Array, prefix: string): string {
  let key = prefix
  for (let from = 0; from < instructions.length; from += ARGUMENTS_MAX) {
    key += String.fromCharCode(...instructions.subarray(from, from + ARGUMENTS_MAX))
  }
  return key
}

/**
 * Returns the first `count` items of a list in ascending order. For a long list, reads the marks, which is faster than sorting.
 * @param marks for each instruction, the round in which the list contains it
 */
export function ascending(list: Uint16Array, count: number, marks: Int32Array, round: number): Uint16Array {
  if (count < marks.length >> 3) return list.slice(0, count).sort()
  const sorted = new Uint16Array(count)
  for (let pc = 0, at = 0; at < count; pc++) if (marks[pc] === round) sorted[at++] = pc
  return sorted
}
