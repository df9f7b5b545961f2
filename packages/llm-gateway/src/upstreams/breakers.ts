import { cached, CircuitBreaker, type Clock } from '@gatehouse/kernel'
import type { Upstream } from './upstream.ts'

/** Upstreams whose circuit is known; one that is forgotten is closed again. */
const BREAKERS_MAX = 10_000

export type BreakerOf = (tenantId: string, upstream: Upstream) => CircuitBreaker

/**
 * One circuit for each upstream of each tenant: what is down for one may be up for another, by its key or its limits, and no
 * tenant can close the deployment's upstream to the others with requests that make it fail.
 */
export function createBreakers(clock: Clock): BreakerOf {
  const breakers = new Map<string, CircuitBreaker>()
  return (tenantId, { id }) => cached(breakers, `${tenantId}\n${id}`, BREAKERS_MAX, () => new CircuitBreaker(clock))
}
