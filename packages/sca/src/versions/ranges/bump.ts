/** Returns the numbers up to a position, with that one increased by one: the exclusive end of `~` and `^` ranges. */
export function bumped(numbers: readonly string[], place: number): string[] {
  const raised = (BigInt(numbers[place] ?? '0') + 1n).toString()
  return [...Array.from({ length: place }, (_, at) => numbers[at] ?? '0'), raised]
}

/** Returns the position that a caret increases: the first non-zero number, or the last one. */
export function caretIndex(numbers: readonly string[]): number {
  const first = numbers.findIndex((digits) => !/^0+$/.test(digits))
  return first === -1 ? Math.max(0, numbers.length - 1) : first
}
