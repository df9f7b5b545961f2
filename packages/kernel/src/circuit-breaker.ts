import type { Clock } from './clock.ts'
import type { Failure } from './failure.ts'

/** Number of consecutive failures that opens the circuit. */
export const BREAKER_FAILURES_MAX = 5
/** Time in the open state before a probe. */
export const BREAKER_OPEN_MS = 30_000
/** Retry delay for calls rejected during a probe. */
const PROBE_RETRY_AFTER_S = 1

export type BreakerState = 'closed' | 'open' | 'half_open'

/** Reports the result of an admitted call. Only the first report counts. */
export interface Passage {
  succeed(): void
  fail(): void
  /** The caller cancelled the call. The result does not count. */
  abandon(): void
}

/** Creates the failure of a rejected call. The caller provides the dependency's name. */
export type Refusal = (predicate: string, retryAfter_s: number) => Failure

/** Stops calls to a failing dependency: closed → open → half open (one probe) → closed. */
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

  /** @throws {Failure} created by `refuse`, if the circuit is open or a probe is running */
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
      // Calls that began before the circuit opened do not count: only the probe does.
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
