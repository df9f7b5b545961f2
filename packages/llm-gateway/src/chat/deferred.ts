/** A deferred write. */
export interface Deferred {
  /** Writes immediately; resolves when it is written. */
  flush(): Promise<void>
}

/**
 * Defers a write for a time, or until it is flushed. Entries of one turn share one commit, which costs more than the guards.
 * @param write is called once
 */
export function deferred(write: () => Promise<void>, wait_ms: number): Deferred {
  let written: Promise<void> | undefined
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    if (written === undefined) {
      written = write()
      // Callers that await the result get the error. It must not become an unhandled rejection before.
      written.catch(() => undefined)
    }
    return written
  }
  const timer = setTimeout(() => void flush().catch(() => undefined), wait_ms)
  return { flush }
}
