interface Waiter<Value> {
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Combines lookups of the same event loop turn into one query. Each value is read after its request, so that it is never stale.
 * @param load reads many keys at once; missing keys do not exist
 */
export function coalesced<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: Map<string, Waiter<Value>[]> | undefined

  async function ask(): Promise<void> {
    const requests = waiting!
    waiting = undefined
    try {
      const found = await load([...requests.keys()])
      for (const [key, waiters] of requests) for (const { resolve } of waiters) resolve(found.get(key))
    } catch (reason) {
      for (const waiters of requests.values()) for (const { reject } of waiters) reject(reason)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting === undefined) {
        waiting = new Map()
        setImmediate(() => void ask())
      }
      const waiters = waiting.get(key)
      if (waiters === undefined) waiting.set(key, [{ resolve, reject }])
      else waiters.push({ resolve, reject })
    })
}
