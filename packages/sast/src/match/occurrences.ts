import type { CompactTree } from '../tree/compact-tree.ts'

/** Positions of words in a text, computed at first use. */
export class Occurrences {
  readonly #text: string
  readonly #known = new Map<string, readonly number[]>()

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the start offsets of a word, ascending. */
  of(word: string): readonly number[] {
    let places = this.#known.get(word)
    if (places === undefined) {
      places = this.#find(word)
      this.#known.set(word, places)
    }
    return places
  }

  #find(word: string): readonly number[] {
    const text = this.#text
    const places: number[] = []
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      const isPart = isWordChar(text, at - 1) || isWordChar(text, at + word.length)
      if (!isPart) places.push(at)
    }
    return places
  }
}

const [DIGIT_0, DIGIT_9, UPPER_A, UPPER_Z, UNDERSCORE, LOWER_A, LOWER_Z] = [48, 57, 65, 90, 95, 97, 122]

/** Whether a character belongs to a word. A sigil does not: the name after it is a word of its own. */
function isWordChar(text: string, at: number): boolean {
  // Outside of the text the code is NaN, which matches none of the ranges.
  const code = text.charCodeAt(at)
  return (
    (code >= LOWER_A && code <= LOWER_Z) ||
    (code >= UPPER_A && code <= UPPER_Z) ||
    (code >= DIGIT_0 && code <= DIGIT_9) ||
    code === UNDERSCORE
  )
}

/** Whether a sorted list has an offset within a range. */
export function hasPositionWithin(places: readonly number[], start: number, end: number): boolean {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < start) low = middle + 1
    else high = middle
  }
  return low < places.length && places[low]! < end
}

/** Returns the smallest node that contains an offset. */
export function nodeAround({ start, end, parent, count }: CompactTree, offset: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (start[middle]! <= offset) low = middle + 1
    else high = middle
  }
  // In pre-order, nodes are sorted by start: the last node that starts at or before the offset is in all nodes that contain it.
  let node = low - 1
  while (node > 0 && end[node]! <= offset) node = parent[node]!
  return Math.max(0, node)
}
