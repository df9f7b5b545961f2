/** A text that grows at its end and is read near its end: what is far behind is not touched again. */
export class Accumulated {
  /** Code units so far. */
  length = 0
  #head: string[] = []
  #headLength = 0
  #tail = ''

  append(text: string): void {
    this.#tail += text
    this.length += text.length
  }

  /** What is read mostly lies behind this place from now on. */
  settle(place: number): void {
    const settled = place - this.#headLength
    if (settled < SETTLED_UNITS_MIN) return
    this.#head.push(this.#tail.slice(0, settled))
    this.#tail = this.#tail.slice(settled)
    this.#headLength += settled
  }

  slice(start: number, end: number = this.length): string {
    if (start >= this.#headLength) return this.#tail.slice(start - this.#headLength, end - this.#headLength)
    return this.whole().slice(start, end)
  }

  whole(): string {
    if (this.#head.length > 1) this.#head = [this.#head.join('')]
    return (this.#head[0] ?? '') + this.#tail
  }
}

/** Moving what lies behind costs a copy of what lies ahead, so it is done now and then. */
const SETTLED_UNITS_MIN = 4_096
