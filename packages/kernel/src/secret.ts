import { createHash, timingSafeEqual } from 'node:crypto'

/** Printed form of a secret. Clients may send it back to keep the stored value. */
export const MASK = '***'

/**
 * Value that must not be printed. JSON, `util.inspect`, `console.log`, template strings and concatenation all show `***`. Only `reveal()`
 * returns the value, so that each use can be found by name.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  /** Compares in constant time, for any lengths. */
  matches(candidate: string): boolean {
    return timingSafeEqual(digest(this.#value), digest(candidate))
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASK
  }
}

// Digests have equal lengths, so that the comparison does not disclose the secret's length.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
