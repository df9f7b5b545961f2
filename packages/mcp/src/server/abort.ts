/** Awaits the promise, or returns undefined as soon as the signal fires. A later rejection of the promise is ignored. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let give: (() => void) | undefined
  const aborted = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined)
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', give)
  })
  try {
    return await Promise.race([promise, aborted])
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    if (give !== undefined) signal.removeEventListener('abort', give)
  }
}
