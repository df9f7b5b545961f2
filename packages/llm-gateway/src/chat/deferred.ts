/** Something that is to be written, and waits a moment for company. */
export interface Deferred {
  /** Has it written now; resolves when it is. */
  flush(): Promise<void>
}

/**
 * Defers a write for a time, or until it is flushed: entries of one turn share one commit, which costs more than the guards.
 * @param write is called once
 */
export function deferred(write: () => Promise<void>, wait_ms: number): Deferred {
  let written: Promise<void> | undefined
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    if (written === undefined) {
      written = write()
      // The error is reported to callers that await the result; it must not be an unhandled rejection before.
      written.catch(() => undefined)
    }
    return written
  }
  const timer = setTimeout(() => void flush().catch(() => undefined), wait_ms)
  return { flush }
}
