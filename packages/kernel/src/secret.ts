import { createHash, timingSafeEqual } from 'node:crypto'

/** What a secret looks like wherever it is printed, and what a reader may send back to mean "keep the stored one". */
export const MASK = '***'

/**
 * A value that must not be printed. JSON, `util.inspect`, `console.log`, template strings and concatenation all show
 * `***`; only `reveal()` gives the value, so that each use of it can be found by name.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  /** Compares in constant time, whatever the lengths. */
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

// Digests have one length, so that the comparison tells nothing about the length of the secret.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
