/**
 * Waits, unless the signal fires first.
 * @throws the abort reason of the signal
 */
export async function pause(wait_ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, wait_ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
