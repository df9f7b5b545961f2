import { type CircuitBreaker, Failure } from '@gatehouse/kernel'

import type { UpstreamEvents } from './trouble.ts'

/**
 * Runs an operation on an upstream unless its circuit breaker is open, and records the result. A cancellation by the caller is not
 * recorded.
 * @throws {Failure} `unavailable` while the circuit breaker is open
 */
export async function throughBreaker<T>(
  breaker: CircuitBreaker,
  upstreamEvents: UpstreamEvents,
  caller: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  caller.throwIfAborted()
  const passage = breaker.enter((predicate, retryAfter_s) => upstreamEvents.failure(predicate, undefined, retryAfter_s))
  try {
    const result = await run()
    passage.succeed()
    return result
  } catch (thrown) {
    if (caller.aborted) {
      passage.abandon()
      throw caller.reason
    }
    if (thrown instanceof Failure && thrown.code === 'unavailable') passage.fail()
    else passage.abandon()
    throw thrown
  }
}
