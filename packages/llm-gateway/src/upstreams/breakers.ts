import { cached, CircuitBreaker, type Clock } from '@gatehouse/kernel'
import type { Upstream } from './upstream.ts'

/** Maximum number of known circuits. An evicted circuit is closed again. */
const BREAKERS_MAX = 10_000

export type BreakerOf = (tenantId: string, upstream: Upstream) => CircuitBreaker

/**
 * Creates one circuit for each upstream of each tenant. An upstream may fail for one tenant only, because of its key or its limits, and no
 * tenant can open the circuit of the deployment's upstream for others.
 */
export function createBreakers(clock: Clock): BreakerOf {
  const breakers = new Map<string, CircuitBreaker>()
  return (tenantId, { id }) => cached(breakers, `${tenantId}\n${id}`, BREAKERS_MAX, () => new CircuitBreaker(clock))
}
