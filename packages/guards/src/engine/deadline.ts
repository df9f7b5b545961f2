import { Failure } from '@gatehouse/kernel'

/**
 * Returns the value of a promise within a time limit.
 * @param controller aborted at the time limit
 * @throws {Failure} `unavailable` at the time limit
 */
export async function withDeadline<Value>(
  outcome: Promise<Value>,
  deadline_ms: number,
  controller?: AbortController,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Failure('unavailable', `no response within ${deadline_ms} ms`))
      controller?.abort()
    }, deadline_ms)
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}
