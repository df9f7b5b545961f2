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
  // Node's decoder takes two byte order marks away where the first comes in two pieces; told to keep them, it takes none.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #parser: EventSourceParser
  #events: SseEvent[] = []
  #failure: Failure | undefined
  #isBegun = false

  constructor({ eventChars = SSE_EVENT_CHARS_MAX }: SseParserOptions = {}) {
    this.#parser = createParser({
      maxBufferSize: eventChars,
      onEvent: ({ event, id, data }) => {
        // What comes whole in one piece was never buffered, and is bounded here.
        if (data.length > eventChars) this.#refuse(eventChars)
        else this.#events.push({ event, id, data })
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#refuse(eventChars)
      },
    })
  }

  /**
   * The events that these bytes complete. One that the stream breaks off in is none.
   * @throws {Failure} `unavailable` when an event is longer than allowed
   */
  push(bytes: Uint8Array): readonly SseEvent[] {
    if (this.#failure !== undefined) throw this.#failure
    const text = this.#decoder.decode(bytes, { stream: true })
    if (this.#isBegun || text === '') this.#parser.feed(text)
    else {
      this.#isBegun = true
      // The parser takes away a mark whose bytes were decoded one by one, too, which is none: what comes after ours is text.
      this.#parser.feed('\uFEFF')
      this.#parser.feed(text.startsWith('\uFEFF') ? text.slice(1) : text)
    }
    if (this.#failure !== undefined) throw this.#failure
    const events = this.#events
    this.#events = []
    return events
  }

  #refuse(eventChars: number): void {
    this.#events = []
    this.#failure ??= new Failure('unavailable', `an event of a stream has more than ${eventChars} characters`)
  }
}
