import { type CircuitBreaker, Failure } from '@gatehouse/kernel'

import type { Trouble } from './trouble.ts'

/**
 * Does something with an upstream unless its circuit is open, and tells the circuit what came of it. A caller who leaves
 * teaches nothing.
 * @throws {Failure} `unavailable` while the circuit is open
 */
export async function throughBreaker<T>(
  breaker: CircuitBreaker,
  trouble: Trouble,
  caller: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  caller.throwIfAborted()
  const passage = breaker.enter((predicate, retryAfter_s) => trouble.failure(predicate, undefined, retryAfter_s))
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
