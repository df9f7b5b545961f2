/** Own limits of unread messages and their bytes. Above either limit the connection is paused. */
const WAITING_MAX = 64
const WAITING_BYTES_MAX = 1024 * 1024

type Frame = string | Uint8Array

export interface FrameSource {
  readonly pause: () => void
  readonly resume: () => void
  /** Called when the reader stops. */
  readonly stop: () => void
}

/** Queue of unread frames. A slow reader slows down the sender instead of filling the memory. */
export class FrameQueue implements AsyncIterableIterator<Frame, undefined> {
  readonly #source: FrameSource
  readonly #waiting: { readonly frame: Frame; readonly bytes: number }[] = []
  #bytes = 0
  #isPaused = false
  #end: { readonly failure?: unknown } | undefined
  #wake: (() => void) | undefined

  constructor(source: FrameSource) {
    this.#source = source
  }

  push(frame: Frame, bytes: number): void {
    if (this.#end !== undefined) return
    this.#waiting.push({ frame, bytes })
    this.#bytes += bytes
    if (!this.#isPaused && this.#isFull) {
      this.#isPaused = true
      this.#source.pause()
    }
    this.#wake?.()
  }

  /** Ends the queue; queued frames can still be read. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** Ends the queue with an error after the queued frames. The first end counts. */
  fail(failure: unknown): void {
    this.#end ??= { failure }
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<Frame, undefined>> {
    for (;;) {
      const first = this.#waiting.shift()
      if (first !== undefined) {
        this.#bytes -= first.bytes
        if (this.#isPaused && !this.#isFull) {
          this.#isPaused = false
          this.#source.resume()
        }
        return { done: false, value: first.frame }
      }
      if (this.#end !== undefined) {
        if ('failure' in this.#end) throw this.#end.failure
        return { done: true, value: undefined }
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      // One reader awaits frames sequentially. oxlint-disable-next-line no-await-in-loop
      await promise
    }
  }

  return(): Promise<IteratorResult<Frame, undefined>> {
    this.end()
    this.#waiting.length = 0
    this.#source.stop()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  get #isFull(): boolean {
    return this.#waiting.length >= WAITING_MAX || this.#bytes >= WAITING_BYTES_MAX
  }
}
