import { Failure } from '@gatehouse/kernel'

/** Own limit of concurrent event streams per caller and instance. Each stream polls the database several times per second. */
export const STREAMS_MAX = 20
/** Interval of the authorization check of a stream. */
const ASK_MS = 2_000

/** Counts the event streams of callers. */
export class StreamCount {
  readonly #open = new Map<string, number>()
  readonly #what: string

  /** @param subject  followed resource, in the plural, for the error message */
  constructor(subject: string) {
    this.#what = subject
  }

  /** @throws {Failure} `rate_limited` for a caller with {@link STREAMS_MAX} streams */
  check(caller: string): void {
    if ((this.#open.get(caller) ?? 0) < STREAMS_MAX) return
    throw new Failure(
      'rate_limited',
      `Limit of ${STREAMS_MAX} open streams for ${this.#what} reached. Close a stream first.`,
    )
  }

  /** Counts a stream from its first chunk to its last. An unread stream is never counted. */
  async *counted(caller: string, stream: AsyncIterable<string>): AsyncGenerator<string> {
    this.#open.set(caller, (this.#open.get(caller) ?? 0) + 1)
    try {
      yield* stream
    } finally {
      const left = this.#open.get(caller)! - 1
      if (left === 0) this.#open.delete(caller)
      else this.#open.set(caller, left)
    }
  }
}

/** Returns a cached authorization check of a stream, refreshed at most every two seconds. */
export function withCachedPermission(isAllowed: () => Promise<boolean>): () => Promise<boolean> {
  let asked_at = performance.now()
  let isStill = true
  return async () => {
    if (performance.now() - asked_at < ASK_MS) return isStill
    asked_at = performance.now()
    isStill = await isAllowed()
    return isStill
  }
}
