import type { CompactTree } from '../tree/compact-tree.ts'

/** Where words stand in a text, found when somebody asks for one. */
export class Occurrences {
  readonly #text: string
  readonly #known = new Map<string, readonly number[]>()

  constructor(text: string) {
    this.#text = text
  }

  /** Where a word begins, rising. */
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

/** A sign that may stand before a name is none: a name after it begins a word of its own. */
function isWordChar(text: string, at: number): boolean {
  // Outside of the text it is no number, which is none of these.
  const code = text.charCodeAt(at)
  return (
    (code >= LOWER_A && code <= LOWER_Z) ||
    (code >= UPPER_A && code <= UPPER_Z) ||
    (code >= DIGIT_0 && code <= DIGIT_9) ||
    code === UNDERSCORE
  )
}

/** Whether one of the places, which rise, is within a range. */
export function hasPlace(places: readonly number[], start: number, end: number): boolean {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < start) low = middle + 1
    else high = middle
  }
  return low < places.length && places[low]! < end
}

/** The smallest node that holds an offset. */
export function nodeAround({ start, end, parent, count }: CompactTree, offset: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (start[middle]! <= offset) low = middle + 1
    else high = middle
  }
  // In pre-order nodes begin one after the other: the last that begins so early is in all that hold the place.
  let node = low - 1
  while (node > 0 && end[node]! <= offset) node = parent[node]!
  return Math.max(0, node)
}
