import { encodeSse } from '@gatehouse/formats'

import type { JsonRpcMessage, JsonRpcResponse } from '../messages.ts'
import { OPENED } from './http.ts'
import { encodeMessage, errorResponse, RPC } from './rpc.ts'
import { TOO_MUCH, type Unread } from './unread.ts'

/** Event stream of one request in the stateless protocol: without ids, since it cannot be resumed. Read once. */
export class OutStream {
  /** Resolves with the first message. */
  readonly opened: Promise<undefined>
  readonly #limit: number
  readonly #charsMax: number
  readonly #unread: Unread
  readonly #owner: string
  readonly #queue: string[] = []
  #chars = 0
  #ended = false
  #isLeft = false
  /** Releases the budget of the answer while it waits for the reader. */
  #free: () => void = () => undefined
  #tellOpened: () => void = () => undefined
  #wake: (() => void) | undefined

  /**
   * @param limit maximum number of unread messages
   * @param charsMax maximum of their characters
   * @param unread counts the unread answer, which is not included
   */
  constructor(limit: number, charsMax: number, unread: Unread, owner: string) {
    this.#limit = limit
    this.#charsMax = charsMax
    this.#unread = unread
    this.#owner = owner
    this.opened = new Promise((resolve) => {
      this.#tellOpened = () => resolve(undefined)
    })
  }

  /** Adds a message before the response. Messages for a slow client may be dropped. */
  push(message: JsonRpcMessage): void {
    if (this.#ended || this.#queue.length >= this.#limit) return
    const text = encodeSse({ data: encodeMessage(message) })
    if (this.#chars + text.length > this.#charsMax) return
    this.#chars += text.length
    this.#queue.push(text)
    this.#tellOpened()
    this.#wake?.()
  }

  /** Adds the final response, or none if the request was cancelled. */
  end(response?: JsonRpcResponse): void {
    if (this.#ended) return
    this.#ended = true
    if (response !== undefined) this.#queue.push(this.#held(response))
    this.#wake?.()
  }

  #held(response: JsonRpcResponse): string {
    const text = encodeSse({ data: encodeMessage(response) })
    // A disconnected client receives nothing.
    if (this.#isLeft) return ''
    if (!this.#unread.fits(this.#owner, text.length)) {
      return encodeSse({ data: encodeMessage(errorResponse(response.id, RPC.internal, TOO_MUCH)) })
    }
    this.#free = this.#unread.hold(this.#owner, text.length)
    return text
  }

  /** `left` is called if the reader stops before the end. */
  async *read(signal: AbortSignal, keepAlive_ms: number, left: () => void): AsyncGenerator<string> {
    const wake = () => this.#wake?.()
    signal.addEventListener('abort', wake)
    try {
      if (!this.#ended && this.#queue.length === 0 && !signal.aborted) yield OPENED
      while (!signal.aborted) {
        const text = this.#queue.shift()
        if (text !== undefined) {
          this.#chars = Math.max(0, this.#chars - text.length)
          // From here on the sender counts it.
          if (this.#ended && this.#queue.length === 0) this.#free()
          yield text
        } else if (this.#ended) return
        else if (await this.#quiet(keepAlive_ms)) yield ': alive\n\n'
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#isLeft = true
      this.#queue.length = 0
      this.#free()
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
