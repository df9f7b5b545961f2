import type { NewSnapshot } from './open.ts'

/** Own limit of the polling interval: stored inventories are compared soon after an import, and a check reads one short file. */
export const NEWS_POLL_MS = 5_000

export interface News {
  readonly listen: (listener: (snapshot: NewSnapshot) => void) => () => void
  /** Reports a snapshot that another component has seen. */
  readonly tell: (snapshot: NewSnapshot) => void
  readonly close: () => void
}

/**
 * Notifies listeners when the newest snapshot changes. Polls only while there are listeners.
 * @param newest returns the id of the newest snapshot
 * @param failed called when a listener or a check fails
 */
export function createNews(
  newest: () => string | undefined,
  failed: (error: unknown) => void,
  poll_ms: number = NEWS_POLL_MS,
): News {
  const listeners = new Set<(snapshot: NewSnapshot) => void>()
  let timer: NodeJS.Timeout | undefined
  let last: string | undefined

  const tell = (snapshot: NewSnapshot): void => {
    for (const listener of listeners) {
      try {
        listener(snapshot)
      } catch (error) {
        failed(error)
      }
    }
  }
  const look = (): void => {
    try {
      const id = newest()
      if (id === undefined || id === last) return
      last = id
      tell({ id })
    } catch (error) {
      failed(error)
    }
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    listen(listener) {
      listeners.add(listener)
      if (timer === undefined) {
        last = newest()
        timer = setInterval(look, poll_ms)
        timer.unref()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    tell,
    close() {
      listeners.clear()
      stop()
    },
  }
}
