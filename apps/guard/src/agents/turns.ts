import { setImmediate as nextTurn } from 'node:timers/promises'

/** Ours: how long one request may hold the process up at a stretch. */
const TURN_MS = 10

/**
 * For a loop over what one request sends in numbers, e.g. a thousand schemas to compile: awaited in each round, it lets
 * other requests have their turn after every {@link TURN_MS}.
 */
export function takeTurns(): () => Promise<void> {
  let started_ms = performance.now()
  return async () => {
    if (performance.now() - started_ms < TURN_MS) return
    await nextTurn()
    started_ms = performance.now()
  }
}
