/** More arguments than this could overflow the stack of a call. */
const ARGUMENTS_MAX = 4_096

/** A string that stands for a list of instructions, for looking states up. */
export function keyOf(instructions: Uint16Array, prefix: string): string {
  let key = prefix
  for (let from = 0; from < instructions.length; from += ARGUMENTS_MAX) {
    key += String.fromCharCode(...instructions.subarray(from, from + ARGUMENTS_MAX))
  }
  return key
}
