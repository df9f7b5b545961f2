import { Failure } from '@gatehouse/kernel'

/** Of reports that lie unpacked in memory at once; an object takes two to three times as much as its text. Ours. */
export const ROOM_BYTES = 256 * 1024 * 1024
/** Of one caller: nobody takes it all. */
export const CALLER_BYTES = ROOM_BYTES / 2
/** Until a report of usual size is sent. */
const RETRY_AFTER_S = 2

/** Keeps large reports that are read at once from filling the memory of a process in which runs go on. */
export class ReportRoom {
  #taken_bytes = 0
  readonly #byCaller = new Map<string, number>()

  /**
   * Takes room for a report, whatever its size where the caller has none open.
   * @param content  packed
   * @param signal  gives the room back when it fires: a client that is gone reads no further
   * @returns gives the room back, once
   * @throws {Failure} `rate_limited` when there is none
   */
  take(caller: string, content: Buffer, signal: AbortSignal): () => void {
    const bytes = unpackedBytes(content)
    const own = this.#byCaller.get(caller) ?? 0
    const isFirst = own === 0
    if (!isFirst && (own + bytes > CALLER_BYTES || this.#taken_bytes + bytes > ROOM_BYTES)) {
      const detail = 'You read as many reports at once as this service unpacks: end one, or wait a moment.'
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

  /** What is sent of a report, which gives its room back at its end. */
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
