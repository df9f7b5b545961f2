import { CircuitBreaker, type Clock } from '@gatehouse/kernel'

import type { Era } from '../eras.ts'

/** Upstreams that are remembered; one that is forgotten is asked again which era it speaks. */
const REMEMBERED_MAX = 10_000

/** What is known of one upstream beyond one connection. */
export interface Remembered {
  readonly breaker: CircuitBreaker
  /** Eras that it answered in, and those that it refused. It may change with its next release: a wrong guess is corrected. */
  readonly eras: Map<Era, boolean>
}

/** Remembers upstreams by a key that the caller makes of tenant, route and address. */
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
    // The one used last stands at the end.
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > REMEMBERED_MAX && oldest !== undefined) this.#known.delete(oldest)
    return known
  }
}

/** In which order to ask for eras: the client's own first, unless the other is known to be the only one. */
export function erasToTry(remembered: Remembered, wanted: Era): readonly Era[] {
  const other: Era = wanted === 'sessions' ? 'stateless' : 'sessions'
  return remembered.eras.get(wanted) === false ? [other, wanted] : [wanted, other]
}
