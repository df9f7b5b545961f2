/** Others wait no longer than that for a shard. */
const TURN_MS = 50

/** @returns called between pieces of a shard: lets other work of the thread run now and then, and throws where the signal fired */
export function turns(signal: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - last < TURN_MS) return
    await new Promise(setImmediate)
    last = performance.now()
    signal.throwIfAborted()
  }
}
