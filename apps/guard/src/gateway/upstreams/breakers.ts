import type { Clock } from '@gatehouse/kernel'
import { CircuitBreaker } from '@gatehouse/models'
import { cached } from '../../cached.ts'
import type { Upstream } from './upstream.ts'

/** Upstreams whose circuit is known; one that is forgotten is closed again. */
const BREAKERS_MAX = 10_000

/** One circuit for each upstream of each tenant: what is down for one may be up for another, by its key or its limits. */
export function createBreakers(clock: Clock): (upstream: Upstream) => CircuitBreaker {
  const breakers = new Map<string, CircuitBreaker>()
  return ({ id, name }) => cached(breakers, id, BREAKERS_MAX, () => new CircuitBreaker(`The upstream "${name}"`, clock))
}
