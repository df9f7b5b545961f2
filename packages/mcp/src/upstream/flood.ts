/** Window of the message count. */
const WINDOW_MS = 10_000

/** Counts unsolicited messages. */
export class Flood {
  readonly #limit: number
  #since_ms = performance.now()
  #count = 0

  /** @param limit  messages within ten seconds */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts another message and returns whether the limit is exceeded. */
  isTooMuch(): boolean {
    const now_ms = performance.now()
    if (now_ms - this.#since_ms >= WINDOW_MS) {
      this.#since_ms = now_ms
      this.#count = 0
    }
    this.#count += 1
    return this.#count > this.#limit
  }
}
