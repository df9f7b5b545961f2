import type { NewSnapshot } from './open.ts'

/** Ours: stored inventories are compared soon after an import, and looking costs one read of a short file. */
export const NEWS_POLL_MS = 5_000

export interface News {
  readonly listen: (listener: (snapshot: NewSnapshot) => void) => () => void
  /** Tells of a snapshot that somebody else saw coming. */
  readonly tell: (snapshot: NewSnapshot) => void
  readonly close: () => void
}

/**
 * Tells listeners when the newest snapshot has changed. Looks only while somebody listens.
 * @param newest the id of the newest one
 * @param failed called when a listener or the look failed
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
