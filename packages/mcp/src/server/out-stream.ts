import { encodeSse } from '@gatehouse/formats'

import type { JsonRpcMessage, JsonRpcResponse } from '../messages.ts'
import { OPENED } from './http.ts'
import { encodeMessage } from './rpc.ts'

/** The event stream of one request in the stateless era: without ids, since nothing can be resumed. Read once. */
export class OutStream {
  /** Resolves when the first message is there. */
  readonly opened: Promise<undefined>
  readonly #limit: number
  readonly #charsMax: number
  readonly #queue: string[] = []
  #chars = 0
  #ended = false
  #tellOpened: () => void = () => undefined
  #wake: (() => void) | undefined

  /**
   * @param limit  messages that wait for the reader
   * @param charsMax  characters of them together
   */
  constructor(limit: number, charsMax: number) {
    this.#limit = limit
    this.#charsMax = charsMax
    this.opened = new Promise((resolve) => {
      this.#tellOpened = () => resolve(undefined)
    })
  }

  /** A message on the way to the answer. A client that reads too slowly misses some. */
  push(message: JsonRpcMessage): void {
    if (this.#ended || this.#queue.length >= this.#limit) return
    const text = encodeSse({ data: encodeMessage(message) })
    if (this.#chars + text.length > this.#charsMax) return
    this.#chars += text.length
    this.#queue.push(text)
    this.#tellOpened()
    this.#wake?.()
  }

  /** The answer, which is always the last; none when the request was cancelled. */
  end(response?: JsonRpcResponse): void {
    if (response !== undefined) this.#queue.push(encodeSse({ data: encodeMessage(response) }))
    this.#ended = true
    this.#wake?.()
  }

  /** `left` is called when the reader stops before the end. */
  async *read(signal: AbortSignal, keepAlive_ms: number, left: () => void): AsyncGenerator<string> {
    const wake = () => this.#wake?.()
    signal.addEventListener('abort', wake)
    try {
      if (!this.#ended && this.#queue.length === 0 && !signal.aborted) yield OPENED
      while (!signal.aborted) {
        const text = this.#queue.shift()
        if (text !== undefined) {
          this.#chars = Math.max(0, this.#chars - text.length)
          yield text
        } else if (this.#ended) return
        else if (await this.#quiet(keepAlive_ms)) yield ': alive\n\n'
      }
    } finally {
      signal.removeEventListener('abort', wake)
      left()
    }
  }

  #quiet(keepAlive_ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(true), keepAlive_ms)
      const done = (quiet: boolean) => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve(quiet)
      }
      this.#wake = () => done(false)
    })
  }
}
