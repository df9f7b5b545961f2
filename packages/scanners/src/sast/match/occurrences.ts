import type { CompactTree } from '../tree/compact-tree.ts'

const WORD_CHAR = /[A-Za-z0-9_]/

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

/** A sign that may stand before a name is none: a name after it begins a word of its own. */
function isWordChar(text: string, at: number): boolean {
  return at >= 0 && at < text.length && WORD_CHAR.test(text[at]!)
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
