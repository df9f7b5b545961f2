/** A text that grows at its end and is read near its end: distant earlier text is not copied again. */
export class Accumulated {
  /** Code units so far. */
  length = 0
  readonly #parts: string[] = []
  /** End of each part. */
  readonly #ends: number[] = []
  #last = ''

  append(text: string): void {
    this.#last += text
    this.length += text.length
    if (this.#last.length < PART_UNITS_MIN) return
    this.#parts.push(this.#last)
    this.#ends.push(this.length)
    this.#last = ''
  }

  /** Costs as much as is read, and the way back to it. */
  slice(start: number, end: number = this.length): string {
    let first = this.#parts.length
    while (first > 0 && start < this.#ends[first - 1]!) first -= 1
    const base = first === 0 ? 0 : this.#ends[first - 1]!
    let text = ''
    let at = first
    for (; at < this.#parts.length && (at === first || this.#ends[at - 1]! < end); at += 1) text += this.#parts[at]!
    if (at === this.#parts.length) text += this.#last
    return text.slice(start - base, end - base)
  }

  whole(): string {
    return this.#parts.join('') + this.#last
  }
}

/** Parts are joined on read, so they are neither tiny nor much longer than the usual read. */
const PART_UNITS_MIN = 4_096
