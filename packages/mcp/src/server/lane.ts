/** Runs tasks sequentially, so that messages are screened asynchronously and delivered in order. */
export class MessageQueue {
  readonly #limit: number
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False when too much waits already; the task is not done then. A task must not throw. */
  add(task: () => Promise<void>): boolean {
    if (this.#waiting >= this.#limit) return false
    this.#waiting += 1
    this.#tail = this.#tail.then(task).finally(() => void (this.#waiting -= 1))
    return true
  }

  /** Resolves when all is done that was added before. */
  settled(): Promise<void> {
    return this.#tail
  }
}
