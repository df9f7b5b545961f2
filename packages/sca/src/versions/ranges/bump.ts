/** The first numbers up to one place, that one raised by one: the end of what `~` and `^` allow. */
export function bumped(numbers: readonly string[], place: number): string[] {
  const raised = (BigInt(numbers[place] ?? '0') + 1n).toString()
  return [...Array.from({ length: place }, (_, at) => numbers[at] ?? '0'), raised]
}

/** The place that a caret raises: the first number that is not nought, or the last one written. */
export function caretPlace(numbers: readonly string[]): number {
  const first = numbers.findIndex((digits) => !/^0+$/.test(digits))
  return first === -1 ? Math.max(0, numbers.length - 1) : first
}
