import { Failure } from '@gatehouse/kernel'

/** Maximum size of unpacked reports in memory; an object takes two to three times the size of its text. Own limit. */
export const ROOM_BYTES = 256 * 1024 * 1024
/** Maximum per caller: no caller can use the entire budget. */
export const CALLER_BYTES = ROOM_BYTES / 2
/** Until a report of usual size is sent. */
const RETRY_AFTER_S = 2

/** Memory budget that keeps concurrent reads of large reports from exhausting the process in which runs execute. */
export class ReportMemory {
  #taken_bytes = 0
  readonly #byCaller = new Map<string, number>()

  /**
   * Reserves memory for a report; a caller without an open report may read one of any size.
   * @param content packed
   * @param signal releases the memory when it fires: the client has disconnected
   * @returns function that releases the memory, once
   * @throws {Failure} `rate_limited` when no memory is left
   */
  take(caller: string, content: Buffer, signal: AbortSignal): () => void {
    const bytes = unpackedBytes(content)
    const own = this.#byCaller.get(caller) ?? 0
    const isFirst = own === 0
    if (!isFirst && (own + bytes > CALLER_BYTES || this.#taken_bytes + bytes > ROOM_BYTES)) {
      const detail = 'You read the maximum number of reports at once. Wait until one is complete.'
      throw new Failure('rate_limited', detail, { retryAfter_s: RETRY_AFTER_S })
    }
    this.#add(caller, bytes)
    let isGiven = false
    const give = (): void => {
      if (isGiven) return
      isGiven = true
      signal.removeEventListener('abort', give)
      this.#add(caller, -bytes)
    }
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
    return give
  }

  /** Streams the pieces of a report and releases its memory at the end. */
  async *until<Piece>(give: () => void, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    try {
      yield* pieces
    } finally {
      give()
    }
  }

  #add(caller: string, bytes: number): void {
    this.#taken_bytes += bytes
    const own = (this.#byCaller.get(caller) ?? 0) + bytes
    if (own <= 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, own)
  }
}

/** RFC 1952 section 2.3.1: the last four bytes. Reports are far below 4 GiB. */
function unpackedBytes(content: Buffer): number {
  return content.length < 4 ? 0 : content.readUInt32LE(content.length - 4)
}
