import { Failure } from '@gatehouse/kernel'
import { createParser, type EventSourceParser } from 'eventsource-parser'

/** One event of a stream, as the WHATWG's HTML standard section 9.2 reads it. */
export interface SseEvent {
  /** Absent: `message`. */
  readonly event?: string | undefined
  readonly id?: string | undefined
  readonly data: string
}

export interface SseParserOptions {
  /** Most UTF-16 code units of one event. */
  readonly eventChars?: number
}

/** Room for an answer of 100,000 tokens in a single event; what is larger is no event of a model or a tool server. */
export const SSE_EVENT_CHARS_MAX = 4 * 1024 * 1024

/** Reads server-sent events from bytes that come in any pieces, in the middle of characters as well. */
export class SseParser {
  readonly #decoder = new TextDecoder('utf-8')
  readonly #parser: EventSourceParser
  #events: SseEvent[] = []
  #failure: Failure | undefined

  constructor({ eventChars = SSE_EVENT_CHARS_MAX }: SseParserOptions = {}) {
    this.#parser = createParser({
      maxBufferSize: eventChars,
      onEvent: ({ event, id, data }) => void this.#events.push({ event, id, data }),
      onError: ({ type }) => {
        if (type !== 'max-buffer-size-exceeded') return
        this.#failure = new Failure('unavailable', `an event of a stream has more than ${eventChars} characters`)
      },
    })
  }

  /**
   * The events that these bytes complete.
   * @throws {Failure} `unavailable` when an event is longer than allowed
   */
  push(bytes: Uint8Array): readonly SseEvent[] {
    if (this.#failure !== undefined) throw this.#failure
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
    if (this.#failure !== undefined) throw this.#failure
    const events = this.#events
    this.#events = []
    return events
  }
}
