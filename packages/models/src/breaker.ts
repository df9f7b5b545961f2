import { type Clock, Failure } from '@gatehouse/kernel'
import type { BreakerState } from './chat-model.ts'

/** Failed calls in a row after which the endpoint is left alone. */
export const BREAKER_FAILURES_MAX = 5
/** How long it is left alone before one call tries it again. */
export const BREAKER_OPEN_MS = 30_000
/** While one call tries, the others wait for its outcome; asked again, they may pass. */
const PROBE_RETRY_AFTER_S = 1

/** What became of a call that the breaker let through; each call ends in exactly one of these. */
export interface Passage {
  succeed(): void
  fail(): void
  /** The caller gave up for its own reasons: nothing was learned about the endpoint. */
  abandon(): void
}

/** Stops calling an endpoint that fails: closed → open → half open (one call tries) → closed. */
export class CircuitBreaker {
  readonly #name: string
  readonly #clock: Clock
  #failures = 0
  #openUntil_ms: number | undefined
  #isProbing = false

  constructor(name: string, clock: Clock) {
    this.#name = name
    this.#clock = clock
  }

  state(): BreakerState {
    if (this.#openUntil_ms === undefined) return 'closed'
    return this.#clock.now() < this.#openUntil_ms ? 'open' : 'half_open'
  }

  /** @throws {Failure} `model_unavailable` when the circuit is open, or another call is trying already */
  enter(): Passage {
    const state = this.state()
    if (state === 'open') {
      const retryAfter_s = Math.max(1, Math.ceil((this.#openUntil_ms! - this.#clock.now()) / 1000))
      throw new Failure('model_unavailable', `${this.#name} failed repeatedly and is not called now`, { retryAfter_s })
    }
    if (state === 'half_open') {
      if (this.#isProbing) {
        throw new Failure('model_unavailable', `${this.#name} failed repeatedly and is being tried by another call`, {
          retryAfter_s: PROBE_RETRY_AFTER_S,
        })
      }
      this.#isProbing = true
    }
    const isProbe = state === 'half_open'
    return {
      succeed: () => this.#close(isProbe),
      fail: () => this.#countFailure(isProbe),
      abandon: () => {
        if (isProbe) this.#isProbing = false
      },
    }
  }

  #close(isProbe: boolean): void {
    // A slow success from before the circuit opened does not close it: only the probe knows how things are now.
    if (this.#openUntil_ms !== undefined && !isProbe) return
    this.#failures = 0
    this.#openUntil_ms = undefined
    this.#isProbing = false
  }

  #countFailure(isProbe: boolean): void {
    if (isProbe) this.#isProbing = false
    else if (this.#openUntil_ms !== undefined) return
    this.#failures += 1
    if (isProbe || this.#failures >= BREAKER_FAILURES_MAX) this.#openUntil_ms = this.#clock.now() + BREAKER_OPEN_MS
  }
}
