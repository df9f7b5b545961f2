/** Adaptive concurrency limit for a target: the configured maximum, halved after each overload signal. */
export interface Pool {
  /** Waits until there is room. @throws the reason of the signal when it fires */
  readonly enter: (signal: AbortSignal) => Promise<void>
  /** @param isTooMuch  the target was rate limited or timed out */
  readonly leave: (isTooMuch: boolean) => void
  /** At the moment. */
  readonly limit: () => number
}

/**
 * Creates a pool with additive increase and multiplicative decrease, as in TCP. It starts at the maximum: a fast target is not slowed
 * down.
 * @param most maximum concurrency
 * @see V. Jacobson, "Congestion avoidance and control", 1988
 */
export function createPool(most: number): Pool {
  let limit = most
  let inside = 0
  const waiting: (() => void)[] = []
  const admit = (): void => {
    while (inside < Math.floor(limit)) {
      const next = waiting.shift()
      if (next === undefined) return
      inside += 1
      next()
    }
  }
  return {
    async enter(signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stop = (): void => {
        const at = waiting.indexOf(resolve)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop, { once: true })
      waiting.push(resolve)
      admit()
      try {
        await promise
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    leave(isTooMuch) {
      inside -= 1
      limit = isTooMuch ? Math.max(1, limit / 2) : Math.min(most, limit + 1 / limit)
      admit()
    },
    limit: () => Math.floor(limit),
  }
}
