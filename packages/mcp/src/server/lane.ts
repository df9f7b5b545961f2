/** Runs tasks sequentially, so that messages are screened asynchronously and delivered in order. */
export class MessageQueue {
  readonly #limit: number
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns false if the queue is full; the task is then not executed. A task must not throw. */
  add(task: () => Promise<void>): boolean {
    if (this.#waiting >= this.#limit) return false
    this.#waiting += 1
    this.#tail = this.#tail.then(task).finally(() => void (this.#waiting -= 1))
    return true
  }

  /** Resolves when all previously added tasks are done. */
  settled(): Promise<void> {
    return this.#tail
  }
}
