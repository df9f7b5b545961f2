/** What the promise gives, or undefined as soon as the signal fires. The promise may go on; its failure is then no news. */
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
