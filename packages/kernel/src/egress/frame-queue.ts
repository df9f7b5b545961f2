/** Messages that wait to be read, and their bytes: above either nothing more is read from the connection. Ours. */
const WAITING_MAX = 64
const WAITING_BYTES_MAX = 1024 * 1024

type Frame = string | Uint8Array

export interface FrameSource {
  readonly pause: () => void
  readonly resume: () => void
  /** Nobody wants any more. */
  readonly stop: () => void
}

/** What came of a connection and was not read yet: a reader who is slow makes the sender wait, and no memory fill. */
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

  /** What has come can still be read. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** What has come can still be read, and then this is thrown. The first end counts. */
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
      // One reader waits for one frame after the other. oxlint-disable-next-line no-await-in-loop
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
