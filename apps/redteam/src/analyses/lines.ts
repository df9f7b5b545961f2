import { setImmediate as turn } from 'node:timers/promises'

/** Lines that are made in one go: others get their turn in between. Ours. */
const LINES_PER_TURN = 50

/** Values as lines of JSON, each made when it is taken: whoever reads slowly makes nothing pile up. */
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
