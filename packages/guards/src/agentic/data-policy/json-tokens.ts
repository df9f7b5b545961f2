import type { JsonText } from './json-text.ts'

export type TokenKind = 'key' | 'string' | 'scalar'

/** Numbers per token in a flat array: a payload may have a million tokens, and objects would need ten times the memory. */
const FIELDS = 6
const CAPACITY_MIN = 8

const KIND_BITS = 3
const ESCAPED = 4
const KINDS: readonly TokenKind[] = ['key', 'string', 'scalar']

/** Keys and scalars of a JSON text, in order: their ranges in the text and in the flattened text. */
export class JsonTokens {
  /** JSON texts in strings, by the index of the string. */
  readonly inner = new Map<number, JsonText>()
  /** Strings with a normalized form, by index. A finding in one covers the whole string. */
  readonly whole = new Set<number>()
  /** Cached data of single strings, by index. */
  readonly kept = new Map<number, Uint32Array>()
  #numbers = new Int32Array(CAPACITY_MIN * FIELDS)
  #count = 0

  get count(): number {
    return this.#count
  }

  /**
   * @param start `[start, end)` in the JSON text, quotes included
   * @param from `[from, to)` in the flattened text
   * @param object number of the object that contains a key; -1 for values
   * @returns the index of the token
   */
  add(
    kind: TokenKind,
    escaped: boolean,
    { start, end, from, to, object }: Readonly<Record<'start' | 'end' | 'from' | 'to' | 'object', number>>,
  ): number {
    const at = this.#count * FIELDS
    if (at === this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    const numbers = this.#numbers
    numbers[at] = start
    numbers[at + 1] = end
    numbers[at + 2] = from
    numbers[at + 3] = to
    numbers[at + 4] = object
    numbers[at + 5] = KINDS.indexOf(kind) | (escaped ? ESCAPED : 0)
    return this.#count++
  }

  start(index: number): number {
    return this.#numbers[index * FIELDS]!
  }

  end(index: number): number {
    return this.#numbers[index * FIELDS + 1]!
  }

  from(index: number): number {
    return this.#numbers[index * FIELDS + 2]!
  }

  to(index: number): number {
    return this.#numbers[index * FIELDS + 3]!
  }

  object(index: number): number {
    return this.#numbers[index * FIELDS + 4]!
  }

  kind(index: number): TokenKind {
    return KINDS[this.#numbers[index * FIELDS + 5]! & KIND_BITS]!
  }

  /** Whether the string has escapes, so that its raw and decoded offsets differ. */
  isEscaped(index: number): boolean {
    return (this.#numbers[index * FIELDS + 5]! & ESCAPED) !== 0
  }

  /** Returns the first token that ends after an offset of the JSON text; `count` for none. */
  firstEndingAfter(at: number): number {
    return this.#firstBeyond(at, 1)
  }

  /** Returns the first token with text after an offset of the flattened text; `count` for none. */
  firstSayingAfter(at: number): number {
    return this.#firstBeyond(at, 3)
  }

  #firstBeyond(at: number, field: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#numbers[middle * FIELDS + field]! <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
