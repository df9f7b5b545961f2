import { setImmediate as turn } from 'node:timers/promises'

/** Number of lines created before the event loop gets a turn. Own limit. */
const LINES_PER_TURN = 50

/** Serializes values as lines of JSON. Each line is created on demand, so that a slow reader causes no buffering. */
export async function* jsonLines(
  values: Iterable<object> | AsyncIterable<object>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let count = 0
  for await (const value of values) {
    if (signal.aborted) return
    yield `${JSON.stringify(value)}\n`
    count += 1
    // oxlint-disable-next-line no-await-in-loop -- to give way is what it is for
    if (count % LINES_PER_TURN === 0) await turn()
  }
}
