import { Failure } from '@gatehouse/kernel'

/**
 * What a promise gives, if it does so in time.
 * @param controller  told when the time is over
 * @throws {Failure} `unavailable` when the time is over
 */
export async function withDeadline<Value>(
  outcome: Promise<Value>,
  deadline_ms: number,
  controller?: AbortController,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Failure('unavailable', `no answer within ${deadline_ms} ms`))
      controller?.abort()
    }, deadline_ms)
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}
