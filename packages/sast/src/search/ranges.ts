/** A piece of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Number of ranges up to which a linear search is faster than an index. */
const PLAIN_MAX = 8

const NOTHING = new Float64Array(0)

/**
 * An index of ranges for repeated queries by position. Results are ascending indexes in the given list; a query costs a logarithm per
 * result.
 */
export class RangeIndex {
  readonly #ranges: readonly Range[]
  /** Indexes in the list, sorted by start. */
  readonly #order: readonly number[]
  readonly #starts: Float64Array
  /** A tree over that order: each node has the maximum and the minimum end below it. */
  readonly #farthest: Float64Array
  readonly #nearest: Float64Array
  readonly #width: number

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges
    const isPlain = ranges.length <= PLAIN_MAX
    this.#order = isPlain ? [] : [...ranges.keys()].sort((a, b) => ranges[a]!.start - ranges[b]!.start || a - b)
    let width = 1
    while (width < this.#order.length) width *= 2
    this.#width = width
    this.#starts = isPlain ? NOTHING : Float64Array.from(this.#order, (at) => ranges[at]!.start)
    this.#farthest = isPlain ? NOTHING : new Float64Array(2 * width).fill(-Infinity)
    this.#nearest = isPlain ? NOTHING : new Float64Array(2 * width).fill(Infinity)
    for (const [place, at] of this.#order.entries()) {
      this.#farthest[width + place] = this.#nearest[width + place] = ranges[at]!.end
    }
    for (let node = isPlain ? 0 : width - 1; node >= 1; node -= 1) {
      this.#farthest[node] = Math.max(this.#farthest[2 * node]!, this.#farthest[2 * node + 1]!)
      this.#nearest[node] = Math.min(this.#nearest[2 * node]!, this.#nearest[2 * node + 1]!)
    }
  }

  /** Returns the ranges that contain a range. */
  around({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((range) => range.start <= start && end <= range.end)
    return this.#ending(0, this.#after(start), end, Infinity)
  }

  /** Returns the ranges within a range. */
  within({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((range) => start <= range.start && range.end <= end)
    return this.#ending(this.#from(start), this.#after(end), -Infinity, end)
  }

  /** Returns the ranges that contain a range, or are within it. */
  nested(range: Range): readonly number[] {
    const within = this.within(range)
    const both = new Set([...within, ...this.around(range)])
    return both.size === within.length ? within : [...both].sort((a, b) => a - b)
  }

  /** Returns the ranges that overlap a range. */
  touching({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((range) => range.start < end && start < range.end)
    // Ends are integers.
    return this.#ending(0, this.#from(end), start + 1, Infinity)
  }

  #plain(test: (range: Range) => boolean): readonly number[] {
    return [...this.#ranges.keys()].filter((at) => test(this.#ranges[at]!))
  }

  /** Returns the first index in the order with a range that starts at or after `start`. */
  #from(start: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! < start) low = middle + 1
      else high = middle
    }
    return low
  }

  #after(start: number): number {
    return this.#from(start + 1)
  }

  /** Returns the indexes between two positions of the order with a range end within bounds. */
  #ending(from: number, to: number, least: number, most: number): readonly number[] {
    const found: number[] = []
    const visit = (node: number, low: number, high: number): void => {
      if (high <= from || to <= low || this.#farthest[node]! < least || this.#nearest[node]! > most) return
      if (node >= this.#width) {
        found.push(this.#order[node - this.#width]!)
        return
      }
      const middle = (low + high) / 2
      visit(2 * node, low, middle)
      visit(2 * node + 1, middle, high)
    }
    if (from < to) visit(1, 0, this.#width)
    return found.sort((a, b) => a - b)
  }
}
