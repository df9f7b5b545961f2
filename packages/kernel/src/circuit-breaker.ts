import type { Clock } from './clock.ts'
import type { Failure } from './failure.ts'

/** Failed calls in a row after which something is left alone. */
export const BREAKER_FAILURES_MAX = 5
/** Time in the open state before one call tries it again. */
export const BREAKER_OPEN_MS = 30_000
/** While one call tries, the others are rejected; a retry may be admitted. */
const PROBE_RETRY_AFTER_S = 1

export type BreakerState = 'closed' | 'open' | 'half_open'

/** Result report of an admitted call; the first report counts. */
export interface Passage {
  succeed(): void
  fail(): void
  /** The caller cancelled for its own reasons: the result says nothing about the dependency. */
  abandon(): void
}

/** Creates the failure of a rejected call, in the caller's words: the breaker does not know the dependency's name. */
export type Refusal = (predicate: string, retryAfter_s: number) => Failure

/** Stops calls to a failing dependency: closed → open → half open (one call tries) → closed. */
export class CircuitBreaker {
  readonly #clock: Clock
  #failures = 0
  #openUntil_ms: number | undefined
  #isProbing = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  state(): BreakerState {
    if (this.#openUntil_ms === undefined) return 'closed'
    return this.#clock.now() < this.#openUntil_ms ? 'open' : 'half_open'
  }

  /** @throws {Failure} created by `refuse`, when the circuit is open or another call is already trying */
  enter(refuse: Refusal): Passage {
    const state = this.state()
    if (state === 'open') {
      const left_ms = this.#openUntil_ms! - this.#clock.now()
      throw refuse('failed repeatedly; calls are suspended', Math.max(1, Math.ceil(left_ms / 1_000)))
    }
    const isProbe = state === 'half_open'
    if (isProbe) {
      if (this.#isProbing) throw refuse('failed repeatedly; a trial call is in progress', PROBE_RETRY_AFTER_S)
      this.#isProbing = true
    }
    let isUnderWay = true
    const once = (then: () => void) => () => {
      if (!isUnderWay) return
      isUnderWay = false
      if (isProbe) this.#isProbing = false
      // Calls that began before the circuit opened are no longer meaningful: only the probe counts.
      if (isProbe || this.#openUntil_ms === undefined) then()
    }
    return {
      succeed: once(() => this.#close()),
      fail: once(() => this.#countFailure(isProbe)),
      abandon: once(() => undefined),
    }
  }

  #close(): void {
    this.#failures = 0
    this.#openUntil_ms = undefined
  }

  #countFailure(isProbe: boolean): void {
    this.#failures += 1
    if (isProbe || this.#failures >= BREAKER_FAILURES_MAX) this.#openUntil_ms = this.#clock.now() + BREAKER_OPEN_MS
  }
}
