import type { Clock } from '@gatehouse/kernel'

import type { Trouble } from './trouble.ts'

/** Failed requests in a row after which an upstream is left alone. */
export const UPSTREAM_FAILURES_MAX = 5
/** How long it is left alone before one request tries it again. */
export const UPSTREAM_OPEN_MS = 30_000
/** While one request tries, the others wait; asked again, they may pass. */
const PROBE_RETRY_AFTER_S = 1

/** What became of a request that was let through; exactly one of these is called. */
export interface Passage {
  succeed(): void
  fail(): void
  /** Nothing was learned of the upstream: the caller left. */
  abandon(): void
}

/** Stops asking an upstream that fails: closed, open for a while, then one request tries for all. */
export class UpstreamBreaker {
  readonly #clock: Clock
  #failures = 0
  #openUntil_ms: number | undefined
  #probing = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isOpen(): boolean {
    return this.#openUntil_ms !== undefined
  }

  /** @throws {Failure} `unavailable` while the circuit is open, or another request tries */
  enter(trouble: Trouble): Passage {
    const until_ms = this.#openUntil_ms
    const isProbe = until_ms !== undefined
    if (isProbe) {
      const left_ms = until_ms - this.#clock.now()
      if (left_ms > 0) {
        throw trouble.failure('failed again and again and is not asked now', undefined, Math.ceil(left_ms / 1_000))
      }
      if (this.#probing) {
        throw trouble.failure('failed again and again and is being tried', undefined, PROBE_RETRY_AFTER_S)
      }
      this.#probing = true
    }
    let open = true
    const once = (then: () => void) => () => {
      if (!open) return
      open = false
      if (isProbe) this.#probing = false
      then()
    }
    return {
      succeed: once(() => this.#succeed(isProbe)),
      fail: once(() => this.#fail(isProbe)),
      abandon: once(() => undefined),
    }
  }

  #succeed(isProbe: boolean): void {
    // A late success of a request from before says nothing about how things are now.
    if (this.#openUntil_ms !== undefined && !isProbe) return
    this.#failures = 0
    this.#openUntil_ms = undefined
  }

  #fail(isProbe: boolean): void {
    if (this.#openUntil_ms !== undefined && !isProbe) return
    this.#failures += 1
    if (isProbe || this.#failures >= UPSTREAM_FAILURES_MAX) this.#openUntil_ms = this.#clock.now() + UPSTREAM_OPEN_MS
  }
}
