/** Others wait no longer than that for a shard. */
const TURN_MS = 50

/**
 * @returns function to call between pieces of a shard: it lets other work of the thread run at intervals, and throws when the signal has
 * fired
 */
export function turnYielder(signal: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - last < TURN_MS) return
    await new Promise(setImmediate)
    last = performance.now()
    signal.throwIfAborted()
  }
}
