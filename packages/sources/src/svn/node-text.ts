import { Failure } from '@gatehouse/kernel'
import type { ByteReader } from '../process/byte-reader.ts'

const PIECE_BYTES = 64 * 1024

/** Text of one node, of known length. */
export class NodeText {
  readonly #reader: ByteReader
  #left: number

  constructor(reader: ByteReader, length: number) {
    this.#reader = reader
    this.#left = length
  }

  get left(): number {
    return this.#left
  }

  /** @throws {Failure} when the text is shorter */
  async take(length: number): Promise<Buffer> {
    const claimed = length > this.#left ? undefined : await this.#reader.take(length)
    if (claimed === undefined) throw noDump()
    this.#left -= length
    return claimed
  }

  async *pieces(): AsyncGenerator<Buffer> {
    while (this.#left > 0) yield await this.take(Math.min(this.#left, PIECE_BYTES))
  }

  async skip(): Promise<void> {
    // oxlint-disable-next-line no-unused-vars -- what nobody wants is read all the same: the next node stands behind it
    for await (const _ of this.pieces()) continue
  }
}

export function noDump(): Failure {
  return new Failure('unavailable', 'svn returned an incomplete dump.')
}
