/** Returns each row of consecutive words of this length, joined by spaces. */
export function wordRows(words: readonly string[], length: number): readonly string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
}

/** Returns the positions of the words that belong to a known row of this length. */
export function positionsInRows(
  words: readonly string[],
  length: number,
  isKnown: (row: string) => boolean,
): ReadonlySet<number> {
  const positions = new Set<number>()
  for (const [at, row] of wordRows(words, length).entries()) {
    if (isKnown(row)) for (let word = at; word < at + length; word += 1) positions.add(word)
  }
  return positions
}
