import type { EgressStream } from '@gatehouse/kernel/egress'
import { type SseEvent, SseParser } from '@gatehouse/formats'

import type { Deadline } from './deadline.ts'
import type { UpstreamLimits } from './limits.ts'
import type { UpstreamEvents } from './trouble.ts'

/** Maximum wait for the end of a stream after an answer, so that its connection can be reused. */
const LEAVE_MS = 200

export interface BodyBounds {
  readonly limits: UpstreamLimits
  readonly trouble: UpstreamEvents
  readonly deadline: Deadline
}

/**
 * Returns the complete text of a response.
 * @throws {Failure} `unavailable` if it is too large, late, truncated or invalid UTF-8
 */
export async function readText(stream: EgressStream, bounds: BodyBounds, bytesMax: number): Promise<string> {
  const pieces = new BodyReader(stream, bounds)
  const decoder = new Utf8(bounds.trouble)
  let text = ''
  let bytes = 0
  for (;;) {
    const chunk = await pieces.next()
    if (chunk === undefined) return text + decoder.end()
    bytes += chunk.byteLength
    if (bytes > bytesMax) {
      await pieces.leave()
      throw bounds.trouble.failure(`returned a response larger than ${bytesMax} bytes`)
    }
    text += decoder.push(chunk)
  }
}

/** Iterator over the events of an answer. */
export class Events {
  readonly #pieces: BodyReader
  readonly #bounds: BodyBounds
  readonly #parser: SseParser
  readonly #utf8: Utf8
  readonly #waiting: SseEvent[] = []
  readonly #bytesMax: number
  #bytes = 0

  /** @param bytesMax  of the stream as a whole */
  constructor(stream: EgressStream, bounds: BodyBounds, bytesMax: number) {
    this.#pieces = new BodyReader(stream, bounds)
    this.#bounds = bounds
    this.#parser = new SseParser({ eventChars: bounds.limits.answerBytes })
    this.#utf8 = new Utf8(bounds.trouble)
    this.#bytesMax = bytesMax
  }

  /**
   * Returns the next event; undefined at the end of the stream.
   * @throws {Failure} `unavailable` when the stream is too large, late, truncated or invalid UTF-8
   */
  async next(): Promise<SseEvent | undefined> {
    for (;;) {
      const event = this.#waiting.shift()
      if (event !== undefined) return event
      const chunk = await this.#pieces.next()
      if (chunk === undefined) return undefined
      try {
        this.#take(chunk)
      } catch (thrown) {
        await this.leave()
        throw thrown
      }
    }
  }

  #take(chunk: Uint8Array): void {
    const { trouble } = this.#bounds
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#bytesMax) throw trouble.failure(`returned a response larger than ${this.#bytesMax} bytes`)
    this.#utf8.push(chunk)
    try {
      this.#waiting.push(...this.#parser.push(chunk))
    } catch (cause) {
      throw trouble.failure('sent an event that is too large', cause)
    }
  }

  async leave(): Promise<void> {
    await this.#pieces.leave()
  }

  /** Waits briefly for the end of the stream; further content is dropped. */
  finish(): void {
    const timer = setTimeout(() => void this.leave(), LEAVE_MS)
    const reading = async () => {
      // A stream that continues is closed at its next content.
      if ((await this.#pieces.next()) !== undefined) await this.leave()
    }
    reading()
      .catch(() => undefined)
      .finally(() => clearTimeout(timer))
  }
}

class BodyReader {
  readonly #iterator: AsyncIterator<Uint8Array>
  readonly #bounds: BodyBounds

  constructor(stream: EgressStream, bounds: BodyBounds) {
    this.#iterator = stream.body[Symbol.asyncIterator]()
    this.#bounds = bounds
  }

  async next(): Promise<Uint8Array | undefined> {
    const { deadline, trouble } = this.#bounds
    try {
      const { done, value } = await this.#iterator.next()
      deadline.touch()
      return done === true ? undefined : value
    } catch (thrown) {
      throw deadline.signal.aborted ? deadline.signal.reason : trouble.explain(thrown)
    }
  }

  async leave(): Promise<void> {
    await this.#iterator.return?.()
  }
}

/** JSON-RPC is UTF-8. Decoding invalid bytes would produce text that the server never sent. */
class Utf8 {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #trouble: UpstreamEvents

  constructor(upstreamEvents: UpstreamEvents) {
    this.#trouble = upstreamEvents
  }

  push(chunk: Uint8Array): string {
    return this.#decode(chunk, true)
  }

  end(): string {
    return this.#decode(new Uint8Array(), false)
  }

  #decode(chunk: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(chunk, { stream })
    } catch (cause) {
      throw this.#trouble.failure('sent bytes that are not UTF-8', cause)
    }
  }
}
