/** A piece of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Of so few ranges each is looked at: that takes less than an index. */
const PLAIN_MAX = 8

const NOTHING = new Float64Array(0)

/**
 * Ranges that are asked, again and again, which of them lie in a certain way to another one. Answers are the places of
 * ranges in the list that was given, rising; an answer costs some logarithm for each of them.
 */
export class RangeIndex {
  readonly #ranges: readonly Range[]
  /** Places in the list, by where the ranges begin. */
  readonly #order: readonly number[]
  readonly #starts: Float64Array
  /** A tree over the order: under each node the farthest and the nearest end. */
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

  /** Ranges that hold all of another one. */
  around({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((one) => one.start <= start && end <= one.end)
    return this.#ending(0, this.#after(start), end, Infinity)
  }

  /** Ranges that lie within another one. */
  within({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((one) => start <= one.start && one.end <= end)
    return this.#ending(this.#from(start), this.#after(end), -Infinity, end)
  }

  /** Ranges that hold another one, or lie within it. */
  nested(range: Range): readonly number[] {
    const within = this.within(range)
    const both = new Set([...within, ...this.around(range)])
    return both.size === within.length ? within : [...both].sort((a, b) => a - b)
  }

  /** Ranges that have at least one place in common with another one. */
  touching({ start, end }: Range): readonly number[] {
    if (this.#order.length === 0) return this.#plain((one) => one.start < end && start < one.end)
    // Ends are whole numbers.
    return this.#ending(0, this.#from(end), start + 1, Infinity)
  }

  #plain(test: (one: Range) => boolean): readonly number[] {
    return [...this.#ranges.keys()].filter((at) => test(this.#ranges[at]!))
  }

  /** The first place in the order whose range begins at `start` or after it. */
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

  /** Of the places of the order from one to before another those whose range ends within bounds. */
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
