/** What lanes do. */
export interface LaneWork<Work> {
  /** Pieces of work at once. */
  readonly count: number
  /** How often somebody idle looks for work that another process has queued. */
  readonly idle_ms: number
  /** Takes a piece of work; undefined: there is none. */
  readonly claim: () => Promise<Work | undefined>
  readonly work: (work: Work) => Promise<void>
  /** Told when nobody could look for work; the lane waits as if there were none. */
  readonly onClaimFailed: (error: unknown) => void
  /** Before a lane waits. */
  readonly onIdle?: () => Promise<void>
}

/** Works off what is queued in a database, some pieces at once, until it is closed. */
export class Lanes<Work> {
  readonly #work: LaneWork<Work>
  readonly #closing = new AbortController()
  readonly #lanes: readonly Promise<void>[]
  #wakers: (() => void)[] = []

  constructor(work: LaneWork<Work>) {
    this.#work = work
    this.#lanes = Array.from({ length: work.count }, () => this.#lane())
  }

  /** Fires when the lanes are closed. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** Looks for work now. */
  wake(): void {
    for (const waker of this.#wakers.splice(0)) waker()
  }

  /** Takes nothing more, and waits until what is under way has ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the worker ends'))
    this.wake()
    await Promise.all(this.#lanes)
  }

  async #lane(): Promise<void> {
    while (!this.signal.aborted) {
      const piece = await this.#claim()
      if (piece === undefined) await this.#idle()
      else await this.#work.work(piece)
    }
  }

  async #claim(): Promise<Work | undefined> {
    try {
      return await this.#work.claim()
    } catch (error) {
      this.#work.onClaimFailed(error)
      return undefined
    }
  }

  async #idle(): Promise<void> {
    await this.#work.onIdle?.()
    if (this.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#work.idle_ms)
    this.#wakers.push(resolve)
    await promise
    clearTimeout(timer)
    this.#wakers = this.#wakers.filter((one) => one !== resolve)
  }
}
