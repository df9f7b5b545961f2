/** A point in the text of a file: line and column from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** More columns than a line has. */
const COLUMNS = 2 ** 26

/**
 * Start and end points of a file's locations, sorted. Link results depend on the order and the equality of points, not on their lines:
 * with numbers in place of points they are the same after the code has moved.
 */
export class Positions {
  readonly #points: Float64Array
  readonly #numbers = new Map<number, number>()

  /** @param places four numbers each: line, column, lines to the end, last column */
  constructor(places: readonly number[]) {
    const all = new Float64Array(places.length / 2)
    for (let at = 0; at < places.length; at += 4) {
      const line = places[at]!
      all[at / 2] = line * COLUMNS + places[at + 1]!
      all[at / 2 + 1] = (line + places[at + 2]!) * COLUMNS + places[at + 3]!
    }
    this.#points = all.sort()
    for (const point of all) if (!this.#numbers.has(point)) this.#numbers.set(point, this.#numbers.size)
    this.#points = Float64Array.from(this.#numbers.keys())
  }

  /** @returns undefined where no location starts or ends */
  numberOf({ line, column }: Position): number | undefined {
    return this.#numbers.get(line * COLUMNS + column)
  }

  /** @returns undefined for a number out of range */
  at(number: number): Position | undefined {
    const point = this.#points[number]
    return point === undefined ? undefined : { line: Math.floor(point / COLUMNS), column: point % COLUMNS }
  }

  /** Returns the point numbers of locations, in sequence. @param places in their given order */
  order(places: readonly number[]): string {
    const numbers = new Int32Array(places.length / 2)
    for (let at = 0; at < places.length; at += 4) {
      const line = places[at]!
      numbers[at / 2] = this.numberOf({ line, column: places[at + 1]! })!
      numbers[at / 2 + 1] = this.numberOf({ line: line + places[at + 2]!, column: places[at + 3]! })!
    }
    return numbers.join(' ')
  }
}
