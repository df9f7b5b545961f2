/** Work for the slots. */
export interface QueueWork<Work> {
  /** Number of parallel work items. */
  readonly count: number
  /** Poll interval of an idle slot for work that another process queued. */
  readonly idle_ms: number
  /**
   * Claims a work item, or returns undefined if none is available. Only one slot calls it at a time.
   * @param isIdle whether no slot is working
   */
  readonly claim: (isIdle: boolean) => Promise<Work | undefined>
  /** Whether a task must run exclusively, with all other slots idle. Default: false. */
  readonly isSolitary?: (work: Work) => boolean
  readonly work: (work: Work) => Promise<void>
  /** Called if claiming failed. The slot then waits as if there were no work. */
  readonly onClaimFailed: (error: unknown) => void
  /** Called before a slot waits. */
  readonly onIdle?: () => Promise<void>
}

/** Worker slots that execute work from a database queue concurrently, until they are closed. */
export class WorkQueue<Work> {
  readonly #work: QueueWork<Work>
  readonly #closing = new AbortController()
  readonly #lanes: readonly Promise<void>[]
  #wakers: (() => void)[] = []
  #turn: Promise<unknown> = Promise.resolve()
  #running = 0
  #isSolitary = false

  constructor(work: QueueWork<Work>) {
    this.#work = work
    this.#lanes = Array.from({ length: work.count }, () => this.#lane())
  }

  /** Fires when the queue is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** Polls for work immediately. */
  wake(): void {
    for (const waker of this.#wakers.splice(0)) waker()
  }

  /** Stops claiming, and waits until the current work has ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the worker ends'))
    this.wake()
    await Promise.all(this.#lanes)
  }

  async #lane(): Promise<void> {
    while (!this.signal.aborted) {
      const piece = await this.#next()
      if (piece === undefined) await this.#idle()
      else await this.#do(piece)
    }
  }

  /** Slots claim sequentially, so that each sees the claims of the others. */
  #next(): Promise<Work | undefined> {
    const next = this.#turn.then(() => this.#claim())
    this.#turn = next
    return next
  }

  async #claim(): Promise<Work | undefined> {
    if (this.signal.aborted || this.#isSolitary) return undefined
    try {
      const piece = await this.#work.claim(this.#running === 0)
      if (piece === undefined) return undefined
      this.#running += 1
      this.#isSolitary = this.#work.isSolitary?.(piece) === true
      return piece
    } catch (error) {
      this.#work.onClaimFailed(error)
      return undefined
    }
  }

  async #do(piece: Work): Promise<void> {
    try {
      await this.#work.work(piece)
    } finally {
      this.#running -= 1
      const othersWait = this.#isSolitary || this.#running === 0
      this.#isSolitary = false
      if (othersWait) this.wake()
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
    this.#wakers = this.#wakers.filter((waker) => waker !== resolve)
  }
}
