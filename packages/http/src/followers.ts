import { Failure } from '@gatehouse/kernel'

/** Event streams of one caller on one instance at once, each of which looks at the database some times a second. Ours. */
export const STREAMS_MAX = 20
/** How often it is asked whether a client would still be let in. */
const ASK_MS = 2_000

/** Counts the event streams of callers. */
export class StreamCount {
  readonly #open = new Map<string, number>()
  readonly #what: string

  /** @param what  is followed, in the plural, for the refusal */
  constructor(what: string) {
    this.#what = what
  }

  /** @throws {Failure} `rate_limited` for a caller who has {@link STREAMS_MAX} already */
  check(caller: string): void {
    if ((this.#open.get(caller) ?? 0) < STREAMS_MAX) return
    throw new Failure(
      'rate_limited',
      `Limit of ${STREAMS_MAX} open streams for ${this.#what} reached. Close a stream first.`,
    )
  }

  /** Counts a stream from its first piece to its last: one that nobody reads never ends. */
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

/** Whether who asked for a stream would still be let in, asked at most every two seconds. */
export function askedNowAndThen(isAllowed: () => Promise<boolean>): () => Promise<boolean> {
  let asked_at = performance.now()
  let isStill = true
  return async () => {
    if (performance.now() - asked_at < ASK_MS) return isStill
    asked_at = performance.now()
    isStill = await isAllowed()
    return isStill
  }
}
