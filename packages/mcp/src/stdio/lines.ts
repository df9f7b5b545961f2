const NEWLINE = 0x0a
const RETURN = 0x0d

/** Cuts bytes into lines, in linear time however they come. */
export class Lines {
  readonly #bytesMax: number
  #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The lines that these bytes complete, without their ends; undefined when one is longer than allowed. */
  push(chunk: Uint8Array): readonly Uint8Array[] | undefined {
    const lines: Uint8Array[] = []
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      if (!this.#add(chunk.subarray(from, to))) return undefined
      lines.push(this.#take())
      from = to + 1
    }
    // What waits is copied: a small rest must not keep a large chunk.
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
