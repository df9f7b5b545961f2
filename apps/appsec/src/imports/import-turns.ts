import { Failure } from '@gatehouse/kernel'

/** Own limits per process: reading a document of 32 MiB needs about 300 MB of memory. */
const AT_ONCE_MAX = 2
const WAITING_MAX = 50
const RETRY_S = 5

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs the reading of an uploaded document when few others run.
 * @throws {Failure} `rate_limited` if too many wait
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw new Failure('rate_limited', 'Too many documents are being read. Try again shortly.', {
        retryAfter_s: RETRY_S,
      })
    }
    // The slot of an ended work passes to the next one.
    await new Promise<void>((resolve) => void waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
