const NEWLINE = 0x0a
const RETURN = 0x0d

/** Splits bytes into lines, in linear time for any chunking. */
export class Lines {
  readonly #bytesMax: number
  #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Returns the lines that these bytes complete, without line ends; undefined when a line is too long. */
  push(chunk: Uint8Array): readonly Uint8Array[] | undefined {
    const lines: Uint8Array[] = []
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      if (!this.#add(chunk.subarray(from, to))) return undefined
      lines.push(this.#take())
      from = to + 1
    }
    // The rest is copied, so that it does not keep a large chunk in memory.
    return this.#add(chunk.slice(from)) ? lines : undefined
  }

  #add(piece: Uint8Array): boolean {
    this.#bytes += piece.byteLength
    if (this.#bytes > this.#bytesMax) return false
    if (piece.byteLength > 0) this.#pieces.push(piece)
    return true
  }

  #take(): Uint8Array {
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#bytes = 0
    return line.at(-1) === RETURN ? line.subarray(0, -1) : line
  }
}
