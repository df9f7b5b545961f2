/** Reads a byte stream by lines, delimiters, and lengths. Buffers one chunk and the requested bytes. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]()
  }

  /**
   * Returns the bytes before the next delimiter, which is skipped.
   * @param maxBytes longer pieces are cut
   * @returns undefined at the end of the stream
   */
  async until(mark: number, maxBytes: number): Promise<Buffer | undefined> {
    const remaining: Buffer[] = []
    let bytes = 0
    for (;;) {
      const end = this.#rest.indexOf(mark, this.#at)
      const piece = this.#rest.subarray(this.#at, end === -1 ? undefined : end)
      if (bytes < maxBytes && piece.length > 0) remaining.push(piece.subarray(0, maxBytes - bytes))
      bytes += piece.length
      if (end !== -1) {
        this.#at = end + 1
        return remaining.length === 1 ? remaining[0]! : Buffer.concat(remaining)
      }
      if (!(await this.#more())) return bytes === 0 ? undefined : Buffer.concat(remaining)
    }
  }

  /** @returns undefined when the stream ends earlier */
  async take(length: number): Promise<Buffer | undefined> {
    const claimed = Buffer.allocUnsafe(length)
    let filled = 0
    for (;;) {
      const piece = this.#rest.subarray(this.#at, this.#at + length - filled)
      piece.copy(claimed, filled)
      filled += piece.length
      this.#at += piece.length
      if (filled === length) return claimed
      if (!(await this.#more())) return undefined
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next()
    if (done === true) {
      this.#rest = Buffer.alloc(0)
      this.#at = 0
      return false
    }
    this.#rest = value
    this.#at = 0
    return true
  }
}
