import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets others have their turn when one request has taken this long of it. */
const TURN_MS = 20

/** @returns since when the turn is that the caller has now */
export async function yieldAfter(since_ms: number): Promise<number> {
  const now_ms = performance.now()
  if (now_ms - since_ms < TURN_MS) return since_ms
  await nextTurn()
  return performance.now()
}
