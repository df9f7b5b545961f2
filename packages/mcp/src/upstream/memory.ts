import { CircuitBreaker, type Clock } from '@gatehouse/kernel'

import type { Era } from '../eras.ts'

/** Maximum number of remembered upstreams; the protocol version of others is detected again. */
const REMEMBERED_MAX = 10_000

/** Cached properties of one upstream. */
export interface Remembered {
  readonly breaker: CircuitBreaker
  /** Accepted and rejected protocol versions. A server upgrade may change them; a wrong guess is corrected. */
  readonly eras: Map<Era, boolean>
}

/** Caches upstream properties by a key that the caller derives from tenant, route and address. */
export class UpstreamMemory {
  readonly #clock: Clock
  readonly #known = new Map<string, Remembered>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(key: string): Remembered {
    let known = this.#known.get(key)
    if (known === undefined) known = { breaker: new CircuitBreaker(this.#clock), eras: new Map() }
    else this.#known.delete(key)
    // The most recently used is last.
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > REMEMBERED_MAX && oldest !== undefined) this.#known.delete(oldest)
    return known
  }
}

/** Returns the protocol versions to try in order: the client's first, unless only the other is known to work. */
export function erasToTry(remembered: Remembered, wanted: Era): readonly Era[] {
  const other: Era = wanted === 'sessions' ? 'stateless' : 'sessions'
  return remembered.eras.get(wanted) === false ? [other, wanted] : [wanted, other]
}
