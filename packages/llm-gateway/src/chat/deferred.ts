/** Something that is to be written, and waits a moment for company. */
export interface Deferred {
  /** Has it written now; resolves when it is. */
  flush(): Promise<void>
}

/**
 * Writes after a while, or when told to: entries that are written in one turn share one commit, and a commit costs more than
 * the guards do.
 * @param write is called once
 */
export function deferred(write: () => Promise<void>, wait_ms: number): Deferred {
  let written: Promise<void> | undefined
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    if (written === undefined) {
      written = write()
      // Whoever waits for it is told; until somebody does, it is no failure of nobody's.
      written.catch(() => undefined)
    }
    return written
  }
  const timer = setTimeout(() => void flush().catch(() => undefined), wait_ms)
  return { flush }
}
