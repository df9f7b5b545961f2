import type { UpstreamEvents } from './trouble.ts'

/** Maximum delay of a timer. */
export const TIMER_MS_MAX = 2 ** 31 - 1

export interface DeadlineTimes {
  readonly first_ms: number
  readonly idle_ms: number
  readonly total_ms: number
}

/** Timeout of a request combined with the caller's cancellation in one signal. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal
  readonly #trouble: UpstreamEvents
  readonly #times: DeadlineTimes
  readonly #total: NodeJS.Timeout
  #step: NodeJS.Timeout | undefined
  #ended = false

  constructor(upstreamEvents: UpstreamEvents, times: DeadlineTimes, caller: AbortSignal) {
    this.#trouble = upstreamEvents
    this.#times = times
    this.#caller = caller
    this.#total = setTimeout(() => this.#late(`did not finish within ${times.total_ms} ms`), times.total_ms)
    this.#arm(times.first_ms, `did not respond within ${times.first_ms} ms`)
    if (caller.aborted) this.#abort()
    else caller.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Records activity: from now on the idle timeout applies. */
  touch(): void {
    // The rest of a stream may arrive after the response.
    if (this.#ended || this.signal.aborted) return
    this.#arm(this.#times.idle_ms, `sent no data for ${this.#times.idle_ms} ms`)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#total)
    clearTimeout(this.#step)
    this.#caller.removeEventListener('abort', this.#abort)
  }

  #arm(wait_ms: number, predicate: string): void {
    clearTimeout(this.#step)
    this.#step = setTimeout(() => this.#late(predicate), wait_ms)
  }

  #late(predicate: string): void {
    this.#controller.abort(this.#trouble.failure(predicate))
  }

  readonly #abort = (): void => {
    clearTimeout(this.#step)
    this.#controller.abort(this.#caller.reason)
  }
}
