import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets others have their turn when one request has taken this long of it. */
const TURN_MS = 20

/** Whether the turn is over; who asks often asks this first, since it waits for nothing. */
export function isTurnOver(since_ms: number): boolean {
  return performance.now() - since_ms >= TURN_MS
}

/** @returns since when the turn is that the caller has now */
export async function yieldAfter(since_ms: number): Promise<number> {
  if (!isTurnOver(since_ms)) return since_ms
  await nextTurn()
  return performance.now()
}
