const SLOTS_MIN = 1024
/** Load factor at which the table doubles. */
const FULL = 0.6

/** Numbers pairs of 32-bit integers, from 0 in the order of insertion. Uses little memory for millions of pairs. */
export class Pairs {
  #slots = new Int32Array(SLOTS_MIN)
  /** Both numbers of each, side by side: they are looked at together. */
  #keys = new Int32Array(2 * SLOTS_MIN)
  size = 0

  /** Returns the number of a pair, a new one if it is missing. */
  number(first: number, second: number): number {
    const at = this.#placeOf(first, second)
    const known = this.#slots[at]!
    if (known !== 0) return known - 1
    const number = this.size
    if (2 * number === this.#keys.length) this.#keys = enlarged(this.#keys)
    this.#keys[2 * number] = first
    this.#keys[2 * number + 1] = second
    this.#slots[at] = number + 1
    this.size = number + 1
    if (this.size > this.#slots.length * FULL) this.#widen()
    return number
  }

  /** @returns -1 for a missing pair */
  find(first: number, second: number): number {
    return this.#slots[this.#placeOf(first, second)]! - 1
  }

  #placeOf(first: number, second: number): number {
    const slots = this.#slots
    const keys = this.#keys
    const mask = slots.length - 1
    let at = mixed(first, second) & mask
    for (let slot = slots[at]!; slot !== 0; slot = slots[at]!) {
      if (keys[2 * slot - 2] === first && keys[2 * slot - 1] === second) break
      at = (at + 1) & mask
    }
    return at
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    // All pairs differ: the first free slot is correct.
    for (let number = 0; number < this.size; number += 1) {
      let at = mixed(this.#keys[2 * number]!, this.#keys[2 * number + 1]!) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = number + 1
    }
    this.#slots = slots
  }
}

/** Numbers triples as {@link Pairs} does pairs. */
export class Triples {
  readonly #starts = new Pairs()
  readonly #all = new Pairs()

  get size(): number {
    return this.#all.size
  }

  number(first: number, second: number, third: number): number {
    return this.#all.number(this.#starts.number(first, second), third)
  }

  /** @returns -1 for a missing triple */
  find(first: number, second: number, third: number): number {
    const start = this.#starts.find(first, second)
    return start === -1 ? -1 : this.#all.find(start, third)
  }

  /** Adds a triple. @returns false if it exists */
  add(first: number, second: number, third: number): boolean {
    const { size } = this
    return this.number(first, second, third) === size
  }
}

/** Hashes a pair: multiplication by odd numbers spreads neighbors; the upper bits are the best. */
function mixed(first: number, second: number): number {
  const product = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b)
  return product ^ (product >>> 15)
}

/** The same numbers with as much room again. */
export function enlarged(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2)
  more.set(numbers)
  return more
}
